//! Images and documents beside the text of a message.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base64;
use crate::client::Media;
use crate::feedback::clamp;

/// An image or a document beside the text of a message. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Attachment {
    /// An image.
    Image(Image),
    /// A document.
    Document(Document),
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Image {
    source: Source,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    data: Data,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// Where an image is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// Here.
    Data(Data),
    /// At a URL from which the provider fetches it.
    Url(String),
}

/// Bytes of a media type. As text they are Base64.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Data {
    media_type: String,
    #[serde(with = "base64")]
    bytes: Arc<[u8]>,
}

impl Image {
    /// An image of these bytes. Most providers take `image/png`, `image/jpeg`, `image/webp` and `image/gif`.
    pub fn bytes(media_type: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        let data = Data::new(media_type, bytes);
        Image {
            source: Source::Data(data),
        }
    }

    /// An image that the provider fetches from a URL; a Base64 `data:` URL holds the bytes themselves.
    pub fn url(url: impl Into<String>) -> Self {
        let url = url.into();
        let source = match Data::of_url(&url) {
            Some(data) => Source::Data(data),
            None => Source::Url(url),
        };
        Image { source }
    }

    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

impl Document {
    /// A PDF document of these bytes.
    pub fn pdf(bytes: impl Into<Arc<[u8]>>) -> Self {
        Document {
            data: Data::new("application/pdf", bytes),
            name: None,
        }
    }

    /// Sets the name of the file, which some providers show to the model.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What it holds.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The name of the file.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl Data {
    fn new(media_type: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Data {
            media_type: media_type.into(),
            bytes: bytes.into(),
        }
    }

    /// What a URL holds (RFC 2397).
    fn of_url(url: &str) -> Option<Self> {
        let (media_type, text) = url.strip_prefix("data:")?.split_once(";base64,")?;
        Some(Data::new(media_type, base64::decode(text)?))
    }

    /// The media type (MIME type), such as `image/png`.
    pub fn media_type(&self) -> &str {
        &self.media_type
    }

    /// The bytes.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The bytes as Base64, with padding.
    pub fn to_base64(&self) -> String {
        base64::encode(&self.bytes)
    }

    /// All of it as a URL (RFC 2397): `data:image/png;base64,..`.
    pub fn to_data_url(&self) -> String {
        format!("data:{};base64,{}", self.media_type, self.to_base64())
    }
}

impl Attachment {
    /// What a client must take for this.
    pub fn media(&self) -> Media {
        match self {
            Attachment::Image(Image {
                source: Source::Data(_),
            }) => Media::Image,
            Attachment::Image(Image {
                source: Source::Url(_),
            }) => Media::ImageUrl,
            Attachment::Document(_) => Media::Document,
        }
    }

    /// What is wrong with it, whatever the provider.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let data = match self {
            Attachment::Image(Image {
                source: Source::Url(url),
            }) => {
                return url
                    .trim()
                    .is_empty()
                    .then_some("the URL of an image is empty");
            }
            Attachment::Image(Image {
                source: Source::Data(data),
            }) => data,
            Attachment::Document(document) => &document.data,
        };
        let is_type = matches!(data.media_type.split_once('/'), Some((a, b)) if !a.is_empty() && !b.is_empty());
        match data {
            _ if data.bytes.is_empty() => Some("an image or a document has no bytes"),
            _ if !is_type => {
                Some("the media type of an image is none; give one such as `image/png`")
            }
            _ => None,
        }
    }
}

impl From<Image> for Attachment {
    fn from(image: Image) -> Attachment {
        Attachment::Image(image)
    }
}

impl From<Document> for Attachment {
    fn from(document: Document) -> Attachment {
        Attachment::Document(document)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Data(data) => data.fmt(f),
            Source::Url(url) => write!(f, "{:?}", clamp(url, 200)),
        }
    }
}

/// The number of bytes, not the bytes.
impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.media_type, self.bytes.len())
    }
}
