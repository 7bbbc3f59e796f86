//! A client of what the environment says.

use super::{OPENAI, OpenAi};
use crate::client::{ClientError, ClientErrorKind};

impl OpenAi {
    /// A client of what the environment says: `OPENAI_API_KEY`, `OPENAI_MODEL`, and `OPENAI_BASE_URL`, which is
    /// [`OPENAI`] by default. A server named by `OPENAI_BASE_URL` may need no key.
    ///
    /// # Errors
    ///
    /// The error names the variable that is missing.
    pub fn from_env() -> Result<Self, ClientError> {
        OpenAi::from_variables(|name| std::env::var(name).ok())
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ClientError> {
        let variable = |name: &str| {
            let text = variable(name).map(|text| text.trim().to_owned());
            text.filter(|text| !text.is_empty()).ok_or_else(|| {
                ClientError::new(
                    ClientErrorKind::Auth,
                    format!("the environment variable `{name}` is not set"),
                )
            })
        };
        let base_url = variable("OPENAI_BASE_URL").ok();
        let key = variable("OPENAI_API_KEY");
        let client = OpenAi::new(base_url.as_deref().unwrap_or(OPENAI));
        let client = match key {
            Ok(key) => client.key(key),
            Err(_) if base_url.is_some() => client,
            Err(error) => return Err(error),
        };
        Ok(client.model(variable("OPENAI_MODEL")?))
    }
}

#[cfg(test)]
mod tests {
    use crate::client::Client;
    use crate::openai::OpenAi;

    fn read(variables: &[(&str, &str)]) -> Result<OpenAi, String> {
        OpenAi::from_variables(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
        .map_err(|error| error.to_string())
    }

    #[test]
    fn the_environment_says_what_is_missing() {
        let error = read(&[]).unwrap_err();
        assert!(error.contains("`OPENAI_API_KEY`"), "{error}");
        let error = read(&[("OPENAI_API_KEY", " "), ("OPENAI_MODEL", "m")]).unwrap_err();
        assert!(error.contains("`OPENAI_API_KEY`"), "{error}");
        let error = read(&[("OPENAI_API_KEY", "k")]).unwrap_err();
        assert!(error.contains("`OPENAI_MODEL`"), "{error}");
        let client = read(&[("OPENAI_API_KEY", "k\n"), ("OPENAI_MODEL", "m")]).unwrap();
        assert_eq!(client.name(), "m");
        assert_eq!(client.base_url, crate::openai::OPENAI);
        let local = [
            ("OPENAI_BASE_URL", "http://localhost:1/v1/"),
            ("OPENAI_MODEL", "m"),
        ];
        assert_eq!(read(&local).unwrap().base_url, "http://localhost:1/v1");
    }
}
