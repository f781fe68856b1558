#include "formats/torch/torch_legacy.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/pickle/pickle_stream.h"
#include "formats/pickle/pickle_text.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"
#include "formats/torch/torch_contents.h"
#include "formats/torch/torch_unpickler.h"

#include <array>
#include <deque>

namespace loupe::torch {

namespace {

constexpr std::string_view magicDigits = "119547037146038801333356";
/// The maximum length of a storage's key, which torch makes of digits.
constexpr std::size_t longestKey = 1000;
constexpr std::string_view magicBytes = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";

/// The pickles in file order.
enum Part : std::size_t { Magic, Version, System, Object, Keys, PartCount };
constexpr std::array<std::string_view, PartCount> partNames{
    "the magic number", "the version", "the system", "the object", "the storages' keys"};

class LegacyReader {
public:
    LegacyReader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_layout(m_content, source.size())
    {
    }

    Result<FileContent> read()
    {
        if (m_work.stopped())
            return stopped();
        m_content.tensorsShare = true;
        m_content.variant = "legacy";
        Result<> done;
        auto visited =
            pickle::visitPickle(m_source, {0, m_source.size()}, 2 * pickle::largestPickle, [&](std::string_view text) {
                m_mayGrow =
                    text.size() < m_source.size() && !m_source.mapped() && text.size() < 2 * pickle::largestPickle;
                bool wantsMore = false;
                done = readAll(text, wantsMore);
                return wantsMore;
            });
        if (!visited)
            return fail(std::move(visited.error()));
        if (!done)
            return fail(std::move(done.error()));
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        const std::uint64_t header = m_content.header.size();
        m_work.expect(header);
        m_work.advance(header);
        return std::move(m_content);
    }

private:
    struct Step {
        pickle::PickleReading reading;
        std::uint64_t begin = 0;
    };

    tl::unexpected<Error> stopped() const
    {
        return fail(ErrorCode::Stopped, "stopped while the pickles were read", m_source.path().string());
    }

    /// Keeps nothing if `wantsMore` is set.
    Result<> readAll(std::string_view text, bool& wantsMore)
    {
        std::deque<Step> steps;
        std::uint64_t position = 0;
        while (steps.size() < PartCount) {
            Step& step = steps.emplace_back();
            step.begin = position;
            step.reading = pickle::readPickle(text.substr(position), m_work);
            if (step.reading.stopped)
                return stopped();
            position += step.reading.end;
            wantsMore = step.reading.fault && step.reading.fault->ended && m_mayGrow;
            if (wantsMore)
                return {};
            if (step.reading.fault || (steps.size() == 1 && !isMagic(step.reading)))
                break;
        }
        return addAll(steps, position);
    }

    static bool isMagic(const pickle::PickleReading& reading)
    {
        return reading.values.kind(reading.root) == pickle::PickleKind::LongInteger
            && pickle::decimalOfBytes(reading.values.text(reading.root)) == magicDigits;
    }

    Result<> addAll(const std::deque<Step>& steps, std::uint64_t headerEnd)
    {
        m_content.header = m_content.headerContent = {0, headerEnd};
        m_content.data = {headerEnd, m_source.size()};
        const bool magic = isMagic(steps[Magic].reading);
        if (!magic)
            addNoMagic(steps[Magic].reading);
        for (std::size_t part = 0; part < steps.size(); ++part) {
            const pickle::PickledObject pickle = pickleOf(steps[part]);
            if (part == (magic ? Object : Magic))
                continue;
            // Python would execute the imports of all pickles.
            pickle::addPickleImports(pickle, TorchRecords(pickle.reading.values), torchLoader, m_content);
            pickle::addPickleFault(pickle, partNames[part], m_content);
        }
        const std::size_t object = magic ? Object : Magic;
        if (magic && steps.size() > Version)
            checkVersion(steps[Version]);
        if (object >= steps.size())
            return {};
        if (steps.size() == PartCount) {
            m_layout.allowMissing();
            addStorages(steps[Object].reading, steps[Keys].reading);
        }
        if (!addTorchContents(pickleOf(steps[object]), m_layout, m_content, m_work))
            return stopped();
        addUnpicklerLimits(pickleOf(steps[object]), m_content); // all pickles were written with one protocol
        m_layout.finish();
        if (m_cutAt && !m_layout.reportedTruncation())
            addBrokenList("goes on, but the file ends", *m_cutAt);
        sortParts(m_content);
        return {};
    }

    static pickle::PickledObject pickleOf(const Step& step)
    {
        return {step.reading, step.reading.end, step.begin, true};
    }

    void checkVersion(const Step& step)
    {
        constexpr std::int64_t known = 1001;
        const pickle::PickleReading& reading = step.reading;
        const bool isInteger = reading.values.kind(reading.root) == pickle::PickleKind::Integer;
        if (reading.fault || (isInteger && reading.values.at(reading.root).integer == known))
            return;
        m_content.findings.add({.code = "version",
            .message = "the protocol version is "
                + (isInteger ? std::to_string(reading.values.at(reading.root).integer) : "none") + ", expected "
                + std::to_string(known),
            .refusedAs = "RuntimeError",
            .offset = step.begin});
    }

    void addNoMagic(const pickle::PickleReading& first)
    {
        const bool isPickle = first.end > 1;
        m_content.findings.add({.code = "magic",
            .message = std::string("not a PyTorch file: no ZIP header and no torch magic number")
                + (isPickle ? "; it may be another kind of pickle" : ""),
            .refusedAs = "UnpicklingError",
            .offset = 0});
    }

    /// The size of each storage's elements is in the object's reference to it.
    void addStorages(const pickle::PickleReading& object, const pickle::PickleReading& keys)
    {
        const TorchRecords records(object.values);
        NameMap<std::string_view, unsigned> elementBytes;
        for (pickle::PickleId id = 0; id < object.values.size(); ++id) {
            const auto ref = records.storage(id);
            if (ref && ref->key.size() <= longestKey)
                elementBytes.emplace(ref->key, ref->type.elementBytes);
        }
        const auto kept = std::make_shared<KeptArrays>();
        std::uint64_t position = m_content.header.end;
        for (const pickle::PickleId item : keys.values.items(keys.root)) {
            const std::string_view key = keys.values.text(item);
            if (key.size() > longestKey) {
                addBrokenList(
                    "has a key of " + counted(key.size(), "byte") + ", expected at most " + formatCount(longestKey),
                    position);
                return;
            }
            const auto bytes = elementBytes.find(key);
            if (bytes == elementBytes.end()) {
                addBrokenList("names storage \"" + utf8Of(key) + "\", which the object does not refer to", position);
                return;
            }
            const auto end = addStorage(key, position, bytes->second, kept);
            if (!end)
                return;
            position = *end;
        }
    }

    void addBrokenList(const std::string& what, std::uint64_t offset)
    {
        m_content.findings.add({.code = "storages-broken",
            .message = "the list of storages " + what + ": the places of those after it are unknown",
            .refusedAs = "RuntimeError",
            .offset = std::min(offset, m_source.size())});
    }

    /// Returns the offset of the next storage; nothing if it is unknown.
    std::optional<std::uint64_t> addStorage(
        std::string_view key, std::uint64_t position, unsigned elementBytes, const std::shared_ptr<KeptArrays>& kept)
    {
        constexpr std::uint64_t countSize = sizeof(std::uint64_t);
        std::uint64_t count = 0;
        const bool there = position <= m_source.size() && m_source.size() - position >= countSize;
        if (!there || !m_source.read(position, std::as_writable_bytes(std::span(&count, 1)))) {
            m_layout.expectTruncation();
            m_cutAt = position;
            return std::nullopt;
        }
        const auto size = checkedMultiply(count, elementBytes);
        const auto end = size ? checkedAdd(position + countSize, *size) : std::nullopt;
        if (!end) {
            addBrokenList("has a storage of " + formatCount(count) + " elements", position);
            return std::nullopt;
        }
        m_content.parts.push_back({{position, position + countSize}, RegionKind::Header});
        m_work.expect(countSize);
        m_work.advance(countSize);
        auto bytes = std::make_shared<StoredBytes>();
        bytes->range = {position + countSize, *end};
        bytes->size = *size;
        bytes->kept = kept; // in little-endian order: torch.load ignores the system pickle's byte order
        m_layout.addStorage(
            key, {.bytes = std::move(bytes), .place = "storage \"" + utf8Of(key) + '"', .sizeIsExact = true});
        return end;
    }

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
    TorchLayout m_layout;
    bool m_mayGrow = false;
    std::optional<std::uint64_t> m_cutAt; ///< where the next storage of the list should begin, beyond the file's end
};

} // namespace

Result<FileContent> readTorchLegacy(const Source& source, const Work& work)
{
    return LegacyReader(source, work).read();
}

bool startsAsTorchLegacy(std::string_view start)
{
    constexpr std::size_t furthest = 40; // offset of the magic number, after PROTO and FRAME
    start = start.substr(0, furthest);
    return (start.starts_with('\x80') && start.find(magicBytes) != std::string_view::npos)
        || start.starts_with("L119547037146038801333356L\n.");
}

} // namespace loupe::torch
