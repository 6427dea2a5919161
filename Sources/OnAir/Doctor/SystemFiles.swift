import OnAirSystem

// What the doctor reads by; camera backends read by the same.
package typealias SystemFiles = OnAirSystem.SystemFiles
typealias SystemFileRefusal = OnAirSystem.SystemFileRefusal
typealias SystemUsers = OnAirSystem.SystemUsers
typealias DeviceHolders = OnAirSystem.DeviceHolders
