import OnAirMedia

extension MediaFileReader {
    /// Less than this is the rounding of headers, and the last picture's length.
    private static let tolerance = MediaTime.milliseconds(500)

    /// How much earlier than its header says the file ended, once all of it has been read; nil where it is whole, or its
    /// header does not tell.
    ///
    /// - Parameter soundEnd: where its sound ended, for headers that tell of the whole file alone.
    public func missing(soundEnd: MediaTime?) -> MediaTime? {
        guard let pictures, let declared = file.declaredEnd(of: pictures.decoder.stream) else { return nil }
        let end = declared.isOfTrack ? pictures.end : max(pictures.end, soundEnd ?? .zero)
        let missing = declared.time - end
        return missing > Self.tolerance ? missing : nil
    }

    /// How many tracks of sound and subtitles the file has, read or not.
    public var soundAndSubtitleCount: Int { file.soundAndSubtitleCount }

    /// Whether the file is of a kind that holds one picture, such as PNG.
    public var isPictureFile: Bool { file.isPictureFile }
}
