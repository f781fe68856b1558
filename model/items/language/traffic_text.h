#pragma once

#include <QString>

#include <cstdint>

namespace loupe {

class TrafficMeter;

/// "3.1 MiB of 1.4 TiB read"; empty if no file on another machine is open.
QString trafficText(const TrafficMeter& meter);
/// The same exactly, with the requests.
QString trafficToolTip(const TrafficMeter& meter);

/// "Fetch 1.2 GiB": what a button does.
QString fetchText(std::uint64_t bytes);
/// In the place of values that nobody has agreed to fetch.
QString unfetchedText(std::uint64_t bytes);

} // namespace loupe
