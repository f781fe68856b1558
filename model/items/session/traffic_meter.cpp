#include "items/session/traffic_meter.h"

#include "core/checked_math.h"

#include <chrono>
#include <utility>

namespace loupe {

using namespace std::chrono_literals;

namespace {

RemoteTraffic trafficOfProgram()
{
    return remoteFiles() ? remoteFiles()->traffic() : RemoteTraffic();
}

} // namespace

TrafficMeter::TrafficMeter(QObject* parent)
    : QObject(parent)
{
    m_pause.setInterval(500ms);
    connect(&m_pause, &QTimer::timeout, this, &TrafficMeter::look);
}

void TrafficMeter::begin()
{
    m_opening = trafficOfProgram();
    if (m_fileBytes == 0)
        m_begin = *m_opening;
    m_pause.start();
}

void TrafficMeter::setCheckpoints(std::initializer_list<const Checkpoint*> checkpoints)
{
    if (const auto opening = std::exchange(m_opening, std::nullopt))
        m_begin = *opening;
    m_fileBytes = 0;
    for (const Checkpoint* const checkpoint : checkpoints) {
        if (!checkpoint)
            continue;
        for (const CheckpointFile& file : checkpoint->files) {
            if (file.source && file.source->isRemote())
                m_fileBytes = saturatingAdd(m_fileBytes, file.source->size());
        }
    }
    if (m_fileBytes > 0)
        m_pause.start();
    else
        m_pause.stop();
    m_reported = traffic().bytes;
    emit changed();
}

RemoteTraffic TrafficMeter::traffic() const
{
    RemoteTraffic since = trafficOfProgram();
    since.bytes -= m_begin.bytes;
    since.requests -= m_begin.requests;
    return since;
}

void TrafficMeter::look()
{
    const std::uint64_t bytes = traffic().bytes;
    if (std::exchange(m_reported, bytes) != bytes)
        emit changed();
}

} // namespace loupe
