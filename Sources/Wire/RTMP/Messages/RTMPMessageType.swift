/// What a message is (RTMP 1.0, 5.4 and 7.1). Open: a number nobody knows is a type too, and is skipped.
public struct RTMPMessageType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let setChunkSize = RTMPMessageType(rawValue: 1)
    public static let abort = RTMPMessageType(rawValue: 2)
    public static let acknowledgement = RTMPMessageType(rawValue: 3)
    public static let userControl = RTMPMessageType(rawValue: 4)
    public static let windowAcknowledgementSize = RTMPMessageType(rawValue: 5)
    public static let setPeerBandwidth = RTMPMessageType(rawValue: 6)
    public static let audio = RTMPMessageType(rawValue: 8)
    public static let video = RTMPMessageType(rawValue: 9)
    public static let dataAMF3 = RTMPMessageType(rawValue: 15)
    public static let sharedObjectAMF3 = RTMPMessageType(rawValue: 16)
    public static let commandAMF3 = RTMPMessageType(rawValue: 17)
    public static let dataAMF0 = RTMPMessageType(rawValue: 18)
    public static let sharedObjectAMF0 = RTMPMessageType(rawValue: 19)
    public static let commandAMF0 = RTMPMessageType(rawValue: 20)
    public static let aggregate = RTMPMessageType(rawValue: 22)
}
