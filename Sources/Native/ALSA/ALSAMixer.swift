import CALSA
import Glibc

/// Reads a card's mixer.
package enum ALSAMixer {
    /// What is in the way of a card's recording, in the mixer's order; empty where it has no mixer or cannot be read.
    ///
    /// - Parameter number: the card's.
    package static func captureControls(card number: Int) -> [ALSACaptureControl] {
        guard let mixer = try? OpenMixer.open(card: number) else { return [] }
        var controls: [ALSACaptureControl] = []
        var element = snd_mixer_first_elem(mixer.handle)
        while let current = element {
            if let control = control(current) { controls.append(control) }
            element = snd_mixer_elem_next(current)
        }
        return controls
    }

    private static func control(_ element: OpaquePointer) -> ALSACaptureControl? {
        let hasSwitch = snd_mixer_selem_has_capture_switch(element) != 0
        let hasVolume = snd_mixer_selem_has_capture_volume(element) != 0
        guard hasSwitch || hasVolume, let name = snd_mixer_selem_get_name(element) else { return nil }
        var control = ALSACaptureControl(name: String(cString: name))
        if hasSwitch { control.isOn = values(element, snd_mixer_selem_get_capture_switch).contains { $0 != 0 } }
        var (least, most) = (0, 0)
        if hasVolume, snd_mixer_selem_get_capture_volume_range(element, &least, &most) >= 0, most > least {
            let loudest = values(element, snd_mixer_selem_get_capture_volume).max() ?? least
            control.percent = (loudest - least) * 100 / (most - least)
        }
        return control
    }

    /// What each channel of an element is set to.
    private static func values<Value: FixedWidthInteger>(
        _ element: OpaquePointer,
        _ get: (OpaquePointer?, snd_mixer_selem_channel_id_t, UnsafeMutablePointer<Value>?) -> Int32
    ) -> [Value] {
        (0...SND_MIXER_SCHN_LAST.rawValue).compactMap { number in
            let channel = snd_mixer_selem_channel_id_t(rawValue: number)
            var value: Value = 0
            guard snd_mixer_selem_has_capture_channel(element, channel) != 0, get(element, channel, &value) >= 0 else {
                return nil
            }
            return value
        }
    }

    /// A mixer, open. Closed when it is let go.
    private struct OpenMixer: ~Copyable {
        let handle: OpaquePointer

        private init(handle: OpaquePointer) { self.handle = handle }

        static func open(card number: Int) throws(ALSAError) -> OpenMixer {
            let name = "hw:\(number)"
            // Not by name: libasound would read the user's configuration, and load whatever that names.
            let elements = try ALSAControl.elements(ofCard: number)
            var handle: OpaquePointer?
            guard snd_mixer_open(&handle, 0) >= 0, let handle else {
                snd_hctl_close(elements)
                throw ALSAError("snd_mixer_open", ENOMEM, of: name)
            }
            let mixer = OpenMixer(handle: handle)
            for (operation, call) in [
                // Closes the control interface with the mixer, and where it fails.
                ("snd_mixer_attach_hctl", { snd_mixer_attach_hctl(handle, elements) }),
                ("snd_mixer_selem_register", { snd_mixer_selem_register(handle, nil, nil) }),
                ("snd_mixer_load", { snd_mixer_load(handle) }),
            ] {
                let result = call()
                if result < 0 { throw ALSAError(operation, result, of: name) }
            }
            return mixer
        }

        deinit { snd_mixer_close(handle) }
    }
}
