//! Extraction with retries, and with JSON Patch.
