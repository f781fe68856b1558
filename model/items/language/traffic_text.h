#pragma once

#include <QString>

#include <cstdint>

namespace loupe {

class TrafficMeter;

/// "3.1 MiB of 1.4 TiB read"; empty if no remote file is open.
QString trafficText(const TrafficMeter& meter);
/// As above with exact numbers, and with the requests.
QString trafficToolTip(const TrafficMeter& meter);

/// "Fetch 1.2 GiB": a button label.
QString fetchText(std::uint64_t bytes);
/// Shown in place of values that the user has not agreed to fetch.
QString unfetchedText(std::uint64_t bytes);

} // namespace loupe
