import Glibc
import OnAirALSA
import Testing

@Suite struct ALSAErrorTests {
    @Test func errorTellsWhatWasAskedOfWhom() {
        let error = ALSAError("snd_pcm_open", -EBUSY, of: "hw:CARD=Camera,DEV=0")
        #expect(error.number == EBUSY)
        #expect(error.message == "hw:CARD=Camera,DEV=0 refused snd_pcm_open: Device or resource busy.")
    }
}
