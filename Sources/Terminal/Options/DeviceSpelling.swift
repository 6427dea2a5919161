import OnAirMedia

/// Finds which device a misspelled ID was meant to name.
public enum DeviceSpelling {
    /// The closest of `ids`; nil when none is close enough to be a slip of the finger.
    public static func nearest(to id: String, among ids: [String]) -> String? { Spelling.nearest(to: id, among: ids) }
}
