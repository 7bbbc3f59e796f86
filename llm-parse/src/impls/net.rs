//! Addresses of the Internet Protocol.

use std::any::TypeId;
use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::{parsed, text_shape};
use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel};
use crate::rules::{Format, Rule, Seen};
use crate::shape::Shape;

macro_rules! address {
    ($($ty:ident $noun:literal, $format:expr, $example:literal;)*) => {$(
        impl LlmExtract for $ty {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape = &text_shape(
                TypeId::of::<Self>,
                parsed($noun, $format, |text| text.parse::<$ty>().is_ok(), $example),
            );

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                if !rules.is_empty() {
                    checker.apply(rules, &Seen::Text(&self.to_string()));
                }
            }

            fn __key(&self) -> Option<Cow<'_, str>> {
                Some(self.to_string().into())
            }
        }
    )*};
}

address! {
    IpAddr "an IP address such as 192.0.2.1", None, "192.0.2.1";
    Ipv4Addr "an IPv4 address such as 192.0.2.1", Some(Format::Ipv4), "192.0.2.1";
    Ipv6Addr "an IPv6 address such as 2001:db8::1", Some(Format::Ipv6), "2001:db8::1";
    SocketAddr "an IP address with a port such as 192.0.2.1:8080", None, "192.0.2.1:8080";
    SocketAddrV4 "an IPv4 address with a port such as 192.0.2.1:8080", None, "192.0.2.1:8080";
    SocketAddrV6 "an IPv6 address with a port such as [2001:db8::1]:8080", None, "[2001:db8::1]:8080";
}
