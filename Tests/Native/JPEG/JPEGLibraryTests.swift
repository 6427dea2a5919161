import OnAirJPEG
import Testing

@Suite struct JPEGLibraryTests {
    /// The number that jpeglib.h of libjpeg-turbo has when it speaks libjpeg's sixth interface, as in Debian.
    @Test func libraryIsTheOneInDebian() { #expect(JPEGLibrary.version == 62) }
}
