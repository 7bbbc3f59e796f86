//! Strings, paths, addresses, times.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

types! {
    use String;
    use Box<str>;
    use Rc<str>;
    use Arc<str>;
    use Cow<'static, str>;
    use PathBuf;
    use IpAddr;
    use Ipv4Addr;
    use Ipv6Addr;
    alone SocketAddr;
    alone SocketAddrV4;
    alone SocketAddrV6;
    use Duration;
    use SystemTime;
    use Range<u8>;
    use RangeInclusive<i64>;
    alone RangeFrom<u32>;
    alone RangeTo<f64>;
    use Bound<u16>;

    struct Server {
        address: IpAddr,
        root: PathBuf,
        timeout: Duration,
        started: Option<SystemTime>,
        ports: Range<u16>,
        mirrors: Vec<Ipv6Addr>,
    }
}
