#include "formats/zip/inflating_reader.h"

#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <iterator>

namespace loupe::zip {

namespace {

constexpr std::uint64_t stepSize = std::uint64_t{256} << 10;

} // namespace

Result<std::unique_ptr<Inflater>> InflatePoints::take(ByteRange stream, std::uint64_t position)
{
    std::shared_ptr<const Inflater> point;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_streams.find(key(stream)); known != m_streams.end()) {
            const auto after = known->second.points.upper_bound(position);
            if (after != known->second.points.begin())
                point = std::prev(after)->second;
        }
        auto nearest = m_resting.end();
        for (auto one = m_resting.begin(); one != m_resting.end(); ++one) {
            const std::uint64_t there = one->second->position();
            if (one->first == key(stream) && there <= position
                && (nearest == m_resting.end() || there > nearest->second->position()))
                nearest = one;
        }
        if (nearest != m_resting.end() && (!point || nearest->second->position() >= point->position())) {
            auto inflater = std::move(nearest->second);
            m_resting.erase(nearest);
            return inflater;
        }
    }
    return point ? point->copy() : Inflater::create(stream);
}

bool InflatePoints::isWanted(ByteRange stream, std::uint64_t position) const
{
    const auto known = m_streams.find(key(stream));
    if (known == m_streams.end())
        return position >= leastSpacing;
    const auto& [points, spacing] = known->second;
    const auto after = points.upper_bound(position);
    const std::uint64_t before = after == points.begin() ? 0 : std::prev(after)->first;
    return position - before >= spacing && (after == points.end() || after->first - position >= spacing);
}

void InflatePoints::offer(ByteRange stream, const Inflater& inflater)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!isWanted(stream, inflater.position()))
            return;
    }
    auto copied = inflater.copy();
    if (!copied) // without the copy, a later read starts further back
        return;
    const std::lock_guard lock(m_mutex);
    if (!isWanted(stream, inflater.position())) // check again, since another thread may have added a point
        return;
    m_streams[key(stream)].points.emplace(inflater.position(), std::move(*copied));
    if (++m_points > mostPoints)
        thinOut();
}

void InflatePoints::thinOut()
{
    const auto most = std::max_element(m_streams.begin(), m_streams.end(),
        [](const auto& a, const auto& b) { return a.second.points.size() < b.second.points.size(); });
    auto& [points, spacing] = most->second;
    m_points -= points.size();
    for (auto point = points.begin(); point != points.end();) {
        point = points.erase(point);
        if (point != points.end())
            ++point;
    }
    m_points += points.size();
    spacing *= 2;
    if (points.empty())
        m_streams.erase(most);
}

void InflatePoints::rest(ByteRange stream, std::unique_ptr<Inflater> inflater)
{
    const std::lock_guard lock(m_mutex);
    m_resting.emplace_front(key(stream), std::move(inflater));
    if (m_resting.size() > mostResting)
        m_resting.pop_back();
}

std::size_t InflatePoints::points() const
{
    const std::lock_guard lock(m_mutex);
    return m_points;
}

Result<> InflatingReader::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    if (offset > m_size || target.size() > m_size - offset) {
        return fail(ErrorCode::PastTheEnd,
            "bytes " + formatCount(offset) + " to " + formatCount(offset + target.size())
                + " are wanted of a deflated member of " + formatCount(m_size) + " bytes",
            source.path().string(), m_stream.begin);
    }
    if (target.empty())
        return {};
    return orOutOfMemory(source, [&]() -> Result<> {
        auto inflater = m_points->take(m_stream, offset);
        if (!inflater)
            return fail(std::move(inflater.error()));
        auto done = readFrom(**inflater, source, offset, target);
        if (done)
            m_points->rest(m_stream, std::move(*inflater));
        return done;
    });
}

Result<> InflatingReader::readFrom(
    Inflater& inflater, const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    Buffer scratch;
    Buffer skipped;
    for (std::size_t done = 0; done < target.size();) {
        std::span<std::byte> step = target.subspan(done, std::min<std::uint64_t>(stepSize, target.size() - done));
        const bool skips = inflater.position() < offset;
        if (skips) {
            if (auto room = skipped.resize(std::min(stepSize, offset - inflater.position())); !room)
                return room;
            step = skipped.bytes();
        }
        const auto got = inflater.next(source, step, scratch);
        if (!got)
            return fail(got.error());
        if (*got < step.size()) {
            return fail(ErrorCode::Malformed,
                "a deflated member ends after " + formatCount(inflater.position()) + " of the " + formatCount(m_size)
                    + " bytes that the archive claims",
                source.path().string(), m_stream.begin);
        }
        done += skips ? 0 : step.size();
        m_points->countInflated(step.size());
        m_points->offer(m_stream, inflater);
    }
    return {};
}

} // namespace loupe::zip
