#include "saving/writing/file_writer.h"

#include "analysis/digests/hasher.h"
#include "core/buffer.h"
#include "saving/writing/tensor_data.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// More threads do not help: two copy at the full speed of memory.
constexpr std::size_t mostCopyThreads = 8;
constexpr std::size_t mostCopyingThreads = 2;

/// Combines the data of small tensors, so that a million of them do not cause a million writes. Passes large data on.
class GatheringWriter {
public:
    explicit GatheringWriter(AtomicFile& file)
        : m_file(file)
    {
    }

    Result<> add(std::uint64_t offset, std::span<const std::byte> bytes)
    {
        m_run =
            m_run.empty() ? ByteRange{offset, offset + bytes.size()} : ByteRange{m_run.begin, offset + bytes.size()};
        constexpr std::size_t room = std::size_t{256} << 10;
        constexpr std::size_t large = std::size_t{32} << 10;
        if (bytes.size() >= large || offset != m_begin + m_size || m_size + bytes.size() > room) {
            if (auto flushed = flush(); !flushed)
                return flushed;
        }
        if (bytes.size() >= large)
            return m_file.write(offset, bytes);
        if (m_size == 0) {
            if (auto enough = m_buffer.resize(room); !enough)
                return enough;
            m_begin = offset;
        }
        std::memcpy(m_buffer.bytes().data() + m_size, bytes.data(), bytes.size());
        m_size += bytes.size();
        return {};
    }

    Result<> flush()
    {
        auto written = m_file.write(m_begin, m_buffer.bytes().first(m_size));
        m_size = 0;
        return written;
    }

    Result<> endRun()
    {
        auto flushed = flush();
        m_file.beginSync(std::exchange(m_run, {}));
        return flushed;
    }

private:
    AtomicFile& m_file;
    ByteRange m_run;
    Buffer m_buffer;
    std::uint64_t m_begin = 0;
    std::size_t m_size = 0;
};

/// Computes the digest of what a thread writes for a run.
class RunDigest {
public:
    Result<> add(std::span<const std::byte> bytes)
    {
        if (!m_hasher) {
            auto hasher = Hasher::create(DigestAlgorithm::Xxh3_128);
            if (!hasher)
                return fail(std::move(hasher.error()));
            m_hasher = std::move(*hasher);
        }
        m_hasher->add(bytes);
        m_bytes += bytes.size();
        return {};
    }

    /// Records the run, unless it has no bytes.
    Result<> endRun(const RunNotes& notes, std::size_t run)
    {
        if (!m_hasher)
            return {};
        auto digest = m_hasher->hexDigest();
        m_hasher.reset();
        if (!digest)
            return fail(std::move(digest.error()));
        return notes.save.note({notes.file, run, std::exchange(m_bytes, 0), std::move(*digest)});
    }

private:
    std::unique_ptr<Hasher> m_hasher; ///< null until the first bytes of a run
    std::uint64_t m_bytes = 0;
};

bool onlyCopies(const Recipe& recipe, const PlannedFile& file)
{
    return std::all_of(
        file.items.begin(), file.items.end(), [&](std::uint32_t item) { return recipe.items[item].isCopy(); });
}

} // namespace

Result<> writeFile(const Recipe& recipe, const PlannedFile& file, AtomicFile& target, const Work& work,
    WrittenPieces* pieces, const RunNotes* notes)
{
    if (auto started = target.write(0, std::as_bytes(std::span(file.start))); !started)
        return started;
    const std::size_t threads = onlyCopies(recipe, file) ? mostCopyingThreads : mostCopyThreads;
    std::vector<GatheringWriter> writers;
    writers.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i)
        writers.emplace_back(target);
    std::vector<RunDigest> digests(threads);
    DataSinks sinks{.make =
                        [&](std::size_t thread) {
                            return [&writer = writers[thread], &digest = digests[thread], &work, pieces, notes](
                                       std::uint64_t offset, std::span<const std::byte> bytes) {
                                if (pieces)
                                    pieces->add(offset, bytes);
                                work.advance(bytes.size());
                                auto noted = notes ? digest.add(bytes) : Result<>();
                                return noted ? writer.add(offset, bytes) : noted;
                            };
                        },
        .endRun =
            [&](std::size_t thread, std::size_t run) {
                auto ended = writers[thread].endRun();
                return ended && notes ? digests[thread].endRun(*notes, run) : ended;
            },
        .mostThreads = threads,
        .isDone = {}};
    if (notes)
        sinks.isDone = [notes](std::size_t run) { return notes->done[run]; };
    if (auto written = readData(recipe, file, work, sinks); !written)
        return written;
    return work.stopped() ? fail(ErrorCode::Stopped, "stopped") : Result<>();
}

} // namespace loupe
