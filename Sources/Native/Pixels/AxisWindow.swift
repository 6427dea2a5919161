/// Which part of a row of samples becomes a row of others: output sample i covers `start` + i · `step` up to one `step`
/// further, in parts of an input sample, of which there are `unit` in one.
package struct AxisWindow: Hashable {
    /// May be negative: before the first sample.
    package var start: Int
    /// Above 0.
    package var step: Int
    /// Above 0.
    package var unit: Int

    package init(start: Int, step: Int, unit: Int) { (self.start, self.step, self.unit) = (start, step, unit) }
}
