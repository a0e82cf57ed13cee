//! Which devices a process sees, as `CUDA_VISIBLE_DEVICES` says it.

use crate::world::profile::DeviceProfile;

/// The devices of a list, in its order. The list ends at the first entry that names no device; one that names a device again leaves none.
pub(crate) fn pick(list: &str, devices: Vec<DeviceProfile>) -> Vec<DeviceProfile> {
    let mut places = Vec::new();
    for place in list.split(',').map_while(|entry| find(entry.trim(), &devices)) {
        if places.contains(&place) {
            return Vec::new();
        }
        places.push(place);
    }
    places.into_iter().filter_map(|place| Some(devices.get(place)?.clone().at_place(place))).collect()
}

/// The device of an entry: its number, or `GPU-` and so much of its UUID that there is no other.
fn find(entry: &str, devices: &[DeviceProfile]) -> Option<usize> {
    if entry.starts_with("GPU-") {
        let fits =
            |place: &usize| uuid_text(devices[*place].uuid(*place)).starts_with(&entry.to_lowercase()["gpu-".len()..]);
        let mut fitting = (0..devices.len()).filter(fits);
        return fitting.next().filter(|_| fitting.next().is_none());
    }
    entry.parse().ok().filter(|place| *place < devices.len())
}

/// A UUID as people write it.
fn uuid_text(bytes: [u8; 16]) -> String {
    let dash = |place: usize| if [4, 6, 8, 10].contains(&place) { "-" } else { "" };
    bytes.iter().enumerate().map(|(place, byte)| format!("{}{byte:02x}", dash(place))).collect()
}

#[cfg(test)]
mod tests {
    use super::{pick, uuid_text};
    use crate::world::profile::DeviceProfile;

    fn places(list: &str) -> Vec<usize> {
        pick(list, vec![DeviceProfile::default(); 3]).iter().map(|device| device.place(9)).collect()
    }

    #[test]
    fn the_list_orders_the_devices_and_ends_at_the_first_that_is_not_there() {
        assert_eq!(places("2,0"), [2, 0]);
        assert_eq!(places(" 1 , 2 "), [1, 2]);
        assert_eq!(places("0,3,1"), [0]);
        assert_eq!(places("0,-1,1"), [0]);
        for none in ["", "-1", "none", "0,0"] {
            assert!(places(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn a_device_is_found_by_its_uuid_where_only_one_has_such_a_one() {
        let second = uuid_text(DeviceProfile::default().uuid(1));
        assert_eq!(second.len(), 36);
        assert_eq!(places(&format!("GPU-{second}")), [1]);
        assert_eq!(places(&format!("GPU-{}", &second[..8])), [0; 0], "three begin so");
        assert_eq!(places("GPU-1234"), [0; 0]);
    }
}
