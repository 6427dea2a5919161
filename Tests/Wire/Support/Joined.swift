/// The parts one after another; spares the compiler chains of `+`.
func joined(_ parts: any Sequence<UInt8>...) -> [UInt8] { parts.flatMap { Array($0) } }
