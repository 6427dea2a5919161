/// A card that records: what a stage needs of libasound, so that a test can play the card. No call waits.
package protocol ALSAStream: AnyObject {
    /// For messages, such as `hw:CARD=Camera,DEV=0`.
    var name: String { get }
    var format: ALSAStreamFormat { get }
    /// Readable when a period has come, or something has happened; nil where that is only known by looking.
    var descriptor: Int32? { get }

    /// How it stands now.
    ///
    /// - Throws: `ALSAError`, such as `ENODEV` where the card has gone.
    func status() throws(ALSAError) -> ALSAStreamStatus

    /// Begins to record, anew where it has stopped; what was waiting is lost.
    func start() throws(ALSAError)

    /// Goes on after the machine has slept.
    ///
    /// - Returns: false while it cannot yet.
    /// - Throws: `ALSAError` of `ENOSYS` where it has to be started anew.
    func resume() throws(ALSAError) -> Bool

    /// Takes the oldest samples.
    ///
    /// - Parameter bytes: gets them, as `format` says.
    /// - Returns: how many samples per channel; 0 where none wait.
    /// - Throws: `ALSAError` of `EPIPE` after an overrun, `ESTRPIPE` after a sleep, `ENODEV` or `EBADFD` where the card
    ///   has gone.
    func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int

    /// Leaves out the oldest samples.
    ///
    /// - Returns: how many have been left out.
    func skip(_ count: Int) throws(ALSAError) -> Int
}
