//! Writes a value as all that `Serialize` tells of it.

use serde::de::value::Error;
use serde::ser::{self, Serialize, Serializer};

use super::seen::Seen;

/// What `Serialize` tells of a value.
pub(super) fn look(value: &impl Serialize) -> Option<Seen> {
    value.serialize(Look).ok()
}

#[derive(Clone, Copy)]
struct Look;

type Result = std::result::Result<Seen, Error>;

macro_rules! scalars {
    ($($name:ident($ty:ty) = $seen:expr;)*) => {$(
        fn $name(self, value: $ty) -> Result {
            let seen: fn($ty) -> Seen = $seen;
            Ok(seen(value))
        }
    )*};
}

impl Serializer for Look {
    type Ok = Seen;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    scalars! {
        serialize_bool(bool) = Seen::Bool;
        serialize_i8(i8) = |n| Seen::Int(n.into());
        serialize_i16(i16) = |n| Seen::Int(n.into());
        serialize_i32(i32) = |n| Seen::Int(n.into());
        serialize_i64(i64) = |n| Seen::Int(n.into());
        serialize_i128(i128) = Seen::Int;
        serialize_u8(u8) = |n| Seen::Int(n.into());
        serialize_u16(u16) = |n| Seen::Int(n.into());
        serialize_u32(u32) = |n| Seen::Int(n.into());
        serialize_u64(u64) = |n| Seen::Int(n.into());
        serialize_u128(u128) = |n| i128::try_from(n).map_or(Seen::Big(n), Seen::Int);
        serialize_f32(f32) = |n| Seen::Float(f64::from(n).to_bits());
        serialize_f64(f64) = |n| Seen::Float(n.to_bits());
        serialize_char(char) = |c| Seen::Text(c.to_string());
        serialize_str(&str) = |text| Seen::Text(text.to_owned());
        serialize_bytes(&[u8]) = |bytes| Seen::Bytes(bytes.to_vec());
        serialize_unit_struct(&'static str) = |_| Seen::Unit;
    }

    fn serialize_none(self) -> Result {
        Ok(Seen::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        Ok(Seen::Some(Box::new(value.serialize(self)?)))
    }

    fn serialize_unit(self) -> Result {
        Ok(Seen::Unit)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result {
        Ok(Seen::Variant(name, Box::new(Seen::Unit)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result {
        Ok(Seen::Variant(name, Box::new(value.serialize(self)?)))
    }

    fn serialize_seq(self, _: Option<usize>) -> std::result::Result<Items, Error> {
        Ok(Items::of(None))
    }

    fn serialize_tuple(self, _: usize) -> std::result::Result<Items, Error> {
        Ok(Items::of(None))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> std::result::Result<Items, Error> {
        Ok(Items::of(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> std::result::Result<Items, Error> {
        Ok(Items::of(Some(name)))
    }

    fn serialize_map(self, _: Option<usize>) -> std::result::Result<Entries, Error> {
        Ok(Entries::of(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> std::result::Result<Entries, Error> {
        Ok(Entries::of(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> std::result::Result<Entries, Error> {
        Ok(Entries::of(Some(name)))
    }
}

/// The value inside of a variant, where it is one.
fn framed(variant: Option<&'static str>, seen: Seen) -> Seen {
    match variant {
        Some(name) => Seen::Variant(name, Box::new(seen)),
        None => seen,
    }
}

struct Items {
    variant: Option<&'static str>,
    items: Vec<Seen>,
}

impl Items {
    fn of(variant: Option<&'static str>) -> Items {
        Items {
            variant,
            items: Vec::new(),
        }
    }
}

macro_rules! items {
    ($($of:ident: $add:ident),*) => {$(
        impl ser::$of for Items {
            type Ok = Seen;
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> std::result::Result<(), Error> {
                self.items.push(value.serialize(Look)?);
                Ok(())
            }

            fn end(self) -> Result {
                Ok(framed(self.variant, Seen::List(self.items)))
            }
        }
    )*};
}
items!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

struct Entries {
    variant: Option<&'static str>,
    key: Option<Seen>,
    list: Vec<(Seen, Seen)>,
}

impl Entries {
    fn of(variant: Option<&'static str>) -> Entries {
        Entries {
            variant,
            key: None,
            list: Vec::new(),
        }
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Seen;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> std::result::Result<(), Error> {
        self.key = Some(key.serialize(Look)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> std::result::Result<(), Error> {
        let key = self.key.take().unwrap_or(Seen::Unit);
        self.list.push((key, value.serialize(Look)?));
        Ok(())
    }

    fn end(self) -> Result {
        Ok(framed(self.variant, Seen::entries(self.list)))
    }
}

macro_rules! fields {
    ($($of:ident),*) => {$(
        impl ser::$of for Entries {
            type Ok = Seen;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> std::result::Result<(), Error> {
                self.list.push((Seen::Text(name.to_owned()), value.serialize(Look)?));
                Ok(())
            }

            fn end(self) -> Result {
                Ok(framed(self.variant, Seen::entries(self.list)))
            }
        }
    )*};
}
fields!(SerializeStruct, SerializeStructVariant);
