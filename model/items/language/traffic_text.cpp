#include "items/language/traffic_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/traffic_meter.h"

#include <QCoreApplication>

namespace loupe {

namespace {

class TrafficText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Traffic)
};

} // namespace

QString trafficText(const TrafficMeter& meter)
{
    if (meter.fileBytes() == 0)
        return {};
    return TrafficText::tr("%1 of %2 read")
        .arg(toQString(formatBytes(meter.traffic().bytes)), toQString(formatBytes(meter.fileBytes())));
}

QString trafficToolTip(const TrafficMeter& meter)
{
    const RemoteTraffic traffic = meter.traffic();
    return TrafficText::tr(
        "%1 bytes read over the network in %2 request(s) since this was opened, all windows together", nullptr,
        pluralOf(traffic.requests))
        .arg(groupedCount(traffic.bytes), groupedCount(traffic.requests));
}

QString fetchText(std::uint64_t bytes)
{
    return TrafficText::tr("Fetch %1").arg(toQString(formatBytes(bytes)));
}

QString unfetchedText(std::uint64_t bytes)
{
    return TrafficText::tr("The values are on a server. Showing them fetches %1.").arg(toQString(formatBytes(bytes)));
}

} // namespace loupe
