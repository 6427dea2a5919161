import CFFmpeg

/// Digests of bytes, as libavutil makes them.
public enum MessageDigest {
    /// The 16 bytes of MD5 (RFC 1321). Not for anything that has to be safe: some protocols demand it.
    public static func md5(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { digest, count in
            av_md5_sum(digest.baseAddress, bytes, bytes.count)
            count = 16
        }
    }
}
