import OnAirMedia

/// Asks cards what they are, over their control interfaces.
package enum ALSACards {
    /// What a card says of itself; without what is only known where it is plugged in.
    ///
    /// - Parameter number: the card's.
    /// - Returns: nil for a card that does not record.
    /// - Throws: `ALSAError`, such as `EACCES` where this user may not ask.
    package static func card(_ number: Int) throws(ALSAError) -> ALSACard? {
        let control = try ALSAControl(card: number)
        let info = try control.cardInfo()
        let recordings = control.devices().compactMap { device in
            control.recordingName(device: device).map { name in
                ALSACard.Recording(device: device, name: name.isEmpty ? info.name : name)
            }
        }
        guard !recordings.isEmpty else { return nil }
        return ALSACard(number: number, id: info.id, name: info.name, driver: info.driver, recordings: recordings)
    }
}
