import OnAirPublish
import OnAirTestKit

extension FuzzTarget {
    /// Addresses, whole and in two parts: no secret in what is printed or in an error, and an address that is taken apart
    /// and put together is the same.
    static let addresses = FuzzTarget(
        "addresses", share: 8,
        seeds: [
            "rtmp://host/app/canary", "rtmp://host:1936/app/inst/canary?a=b&c", "rtmp://u:canary@host/app/canary",
            "rtmps://[2001:db8::1]:443/app/canary", "rtmp://[fe80::1%25eth0]/app/k", "rtmp://host/canary?user=u&pass=p",
            "rtmp://u%3Ax:can%40ary@host/app/k%20%2F&#+ ü", "movie.flv", "rtmp://host/app\ncanary/#?&%",
        ].map { Array($0.utf8) },
        words: [
            "rtmp://", "rtmps://", "://", "/", "?", "@", ":", "[", "]", "%", "%25", "%40", "%C3%BC", "canary", "\n",
            ".flv",
            "::1", "ü", "\u{301}", "65536", "//",
        ].map { Array($0.utf8) },
        check: { input, _ throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            try inspect(address: Result(catching: { () throws(AddressError) in try RTMPAddress(text) }))
            switch Result(catching: { () throws(AddressError) in try DestinationAddress(text) }) {
            case .success(let address):
                if case .flvFile = address { break }
                try FuzzFinding.unless(!address.description.contains("\n"), "a line break in an address")
            case .failure(let error): try inspect(error)
            }
            // The line break that some seeds hold stands between server and key.
            let parts = text.split(separator: "\n", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return }
            try inspect(
                address: Result(catching: { () throws(AddressError) in
                    try RTMPAddress(server: parts[0], key: parts[1])
                }))
        })

    private static func inspect(_ error: AddressError) throws(FuzzFinding) {
        try FuzzFinding.unless(!"\(error) \(error.message)".contains("canary"), "an error repeats the address")
    }

    private static func inspect(address result: Result<RTMPAddress, AddressError>) throws(FuzzFinding) {
        let address: RTMPAddress
        switch result {
        case .success(let made): address = made
        case .failure(let error): return try inspect(error)
        }
        let isPublic = address.host.contains("canary") || address.app.contains("canary")
        for shown in [address.description, String(reflecting: address)] {
            try FuzzFinding.unless(isPublic || !shown.contains("canary"), "an address shows its key")
        }
        try FuzzFinding.unless(isPublic || !address.tcURL.contains("canary"), "tcUrl holds the key")
        // A zone is written without the escape it is read with.
        guard !address.host.contains("%") else { return }
        let again: RTMPAddress
        do throws(AddressError) { again = try RTMPAddress(server: address.tcURL, key: address.key) } catch {
            throw FuzzFinding("an address put together is none: \(error)")
        }
        let isSame =
            again.host == address.host && again.port == address.port && again.isSecure == address.isSecure
            && Array(again.app.utf8) == Array(address.app.utf8) && Array(again.key.utf8) == Array(address.key.utf8)
        try FuzzFinding.unless(isSame, "an address put together is another")
    }
}
