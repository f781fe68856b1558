#include "app/cli/parts/part_run.h"

#include "app/cli/parts/damaged_part.h"
#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <filesystem>

namespace loupe {

std::vector<WorkUnit> tensorUnits(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    std::vector<WorkUnit> units;
    units.reserve(tensors.size());
    for (const std::uint32_t tensor : tensors)
        units.push_back({std::string(checkpoint.tensors[tensor].name), valueBytes(checkpoint.tensors[tensor])});
    return units;
}

PartRun::PartRun(const Session& session, PartPlan plan)
    : m_session(session)
    , m_options(*session.options().part)
    , m_units(std::move(plan.units))
    , m_pieces(divided(m_units, m_options.of))
{
    for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
        if (m_pieces[piece].part + 1 == m_options.part)
            m_own.push_back(piece);
    }
    std::error_code ignored;
    m_file = {.version = LOUPE_VERSION,
        .arguments = m_options.arguments,
        .inputs = std::move(plan.inputs),
        .units = m_pieces.size(),
        .plan = planDigest(m_units),
        .of = m_options.of,
        .part = m_options.part,
        .folder = std::filesystem::current_path(ignored).string(),
        .unread = 0,
        .entries = {}};
}

std::string PartRun::ownName() const
{
    return "part " + std::to_string(m_options.part) + " of " + std::to_string(m_options.of);
}

Result<std::optional<PartFile>> PartRun::readOther() const
{
    auto other = readPart(m_options.output);
    if (!other && isDamagedPart(m_options.output, m_options.arguments))
        return std::nullopt;
    if (!other && other.error().code == ErrorCode::Malformed)
        return fail(ErrorCode::Exists,
            "exists and is not a part file: " + other.error().message + "; use --force to replace it",
            m_options.output);
    if (!other)
        return fail(std::move(other.error()));
    const std::string difference = otherRun(*other, m_file);
    if (!difference.empty())
        return fail(ErrorCode::Exists, "belongs to another run: " + difference + "; use --force to replace it",
            m_options.output);
    if (other->part != m_file.part)
        return fail(ErrorCode::Exists,
            "is part " + std::to_string(other->part) + ", expected part " + std::to_string(m_file.part)
                + "; use --force to replace it",
            m_options.output);
    return std::move(*other);
}

ExitStatus PartRun::statusOf(std::uint64_t unread) const
{
    if (unread == 0)
        return ExitStatus::Done;
    m_session.remark(counted(unread, "result is", "results are")
        + " of what could not be read; run the part again to try once more");
    return ExitStatus::Failed;
}

std::optional<ExitStatus> PartRun::begin()
{
    if (m_options.output == "-")
        return std::nullopt;
    for (const InputState& input : m_file.inputs) {
        std::error_code notThere;
        if (std::filesystem::equivalent(m_options.output, input.path, notThere))
            return m_session.reportAsAnswer(Error{ErrorCode::InvalidArgument,
                "is one of the files that are read, expected another path", m_options.output, std::nullopt});
    }
    auto existing = m_options.force ? Existing::Replace : Existing::Refuse;
    std::error_code ignored;
    if (existing == Existing::Refuse && std::filesystem::exists(m_options.output, ignored)) {
        const auto found = readOther();
        if (!found)
            return m_session.reportAsAnswer(found.error());
        const auto& other = *found;
        if (other && other->unread == 0) {
            m_session.remark(m_options.output + ": " + ownName() + " is already done");
            return ExitStatus::Done;
        }
        existing = Existing::Replace; // previously unreadable data may be readable now
        m_replaces = true;
    }
    auto target = AtomicFile::create(m_options.output, 0, existing);
    if (!target)
        return m_session.reportAsAnswer(target.error());
    m_target = std::move(*target);
    return std::nullopt;
}

std::uint64_t PartRun::ownBytes() const
{
    std::uint64_t bytes = 0;
    for (const std::size_t piece : m_own)
        bytes = saturatingAdd(bytes, pieceBytes(m_units[m_pieces[piece].unit], m_pieces[piece]));
    return bytes;
}

void PartRun::add(std::size_t piece, std::string record, const Error* error)
{
    m_file.unread += error ? 1 : 0;
    const WorkPiece& added = m_pieces[piece];
    m_file.entries.push_back({piece, m_units[added.unit].name, std::move(record), added.range});
}

Result<> PartRun::lookAtOwn(
    const std::function<Result<>(std::span<const std::size_t> units, std::size_t piece, std::uint64_t bytes)>&
        lookAtWhole,
    const std::function<Result<>(std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes)>&
        lookAtRange) const
{
    for (std::size_t begin = 0; begin < m_own.size();) {
        const WorkPiece& first = m_pieces[m_own[begin]];
        std::vector<std::size_t> units;
        std::uint64_t bytes = 0;
        std::size_t end = begin;
        while (end < m_own.size() && !m_pieces[m_own[end]].range) {
            units.push_back(m_pieces[m_own[end]].unit);
            bytes = saturatingAdd(bytes, m_units[units.back()].bytes);
            ++end;
        }
        auto looked = first.range
            ? lookAtRange(first.unit, *first.range, m_own[begin], pieceBytes(m_units[first.unit], first))
            : lookAtWhole(units, m_own[begin], bytes);
        if (!looked)
            return looked;
        begin = std::max(end, begin + 1);
    }
    return {};
}

ExitStatus PartRun::run(const Session& session, PartPlan plan, const std::function<Result<>(PartRun& part)>& look)
{
    PartRun part(session, std::move(plan));
    if (const auto status = part.begin())
        return *status;
    if (const auto done = look(part); !done)
        return session.reportAsAnswer(done.error());
    return part.write();
}

Result<> PartRun::writeText(const std::string& text)
{
    return m_target->write(0, std::as_bytes(std::span(text))).and_then([&] { return m_target->sync(); });
}

Result<std::uint64_t> PartRun::publish()
{
    const std::string text = partText(m_file);
    if (auto written = writeText(text); !written)
        return fail(std::move(written.error()));
    std::error_code ignored;
    if (!m_replaces || !std::filesystem::exists(m_options.output, ignored)) {
        const auto placed = m_target->commit();
        if (placed)
            return m_file.unread;
        if (placed.error().code != ErrorCode::Exists)
            return fail(placed.error());
    }
    const auto found = readOther();
    if (!found)
        return fail(found.error());
    const auto& other = *found;
    if (other && other->unread <= m_file.unread) {
        m_session.remark(m_options.output + ": another attempt has written the same part meanwhile, which is kept");
        return other->unread;
    }
    if (!m_replaces) {
        auto target = AtomicFile::create(m_options.output, 0, Existing::Replace);
        if (!target)
            return fail(std::move(target.error()));
        m_target = std::move(*target);
        if (auto written = writeText(text); !written)
            return fail(std::move(written.error()));
    }
    if (auto placed = m_target->commit(); !placed)
        return fail(std::move(placed.error()));
    return m_file.unread;
}

ExitStatus PartRun::write()
{
    if (m_session.stopped())
        return ExitStatus::Interrupted;
    std::uint64_t unread = m_file.unread;
    if (m_target) {
        const auto published = publish();
        if (!published)
            return m_session.reportAsAnswer(published.error());
        unread = *published;
    } else {
        m_session.print(partText(m_file));
    }
    m_session.remark(m_options.output + ": " + ownName() + ", " + counted(m_own.size(), "result"));
    return statusOf(unread);
}

} // namespace loupe
