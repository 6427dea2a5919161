import COnAirJPEG

/// The library that reads JPEG pictures.
package enum JPEGLibrary {
    /// The version of its interface.
    package static var version: Int { Int(onair_jpeg_version()) }
}
