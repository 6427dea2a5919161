import OnAirMedia

/// Why bytes are not an AMF0 value.
public enum AMF0Error: OnAirError, Hashable {
    /// The bytes end inside a value.
    case truncated
    /// A type this decoder does not know: references, typed objects, XML, AMF3 and reserved markers among them.
    case unknownMarker(UInt8)
    /// Objects and arrays nested deeper than the limit.
    case tooDeep(limit: Int)
    /// More values in one piece than the limit.
    case tooManyValues(limit: Int)

    public var code: String {
        switch self {
        case .truncated: "amf0-truncated"
        case .unknownMarker: "amf0-unknown-marker"
        case .tooDeep: "amf0-too-deep"
        case .tooManyValues: "amf0-too-many-values"
        }
    }

    public var message: String {
        switch self {
        case .truncated: "An AMF0 value ends before it is complete."
        case .unknownMarker(let marker): "AMF0 type marker \(marker) is not supported."
        case .tooDeep(let limit): "AMF0 values are nested deeper than \(limit) levels."
        case .tooManyValues(let limit): "An AMF0 message holds more than \(limit) values."
        }
    }
}
