#include "formats/tensorflow/tf_bundle_fields.h"

#include "core/text/text.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/utf8_text.h"
#include "formats/shared/wire_reader.h"
#include "formats/tensorflow/sorted_table.h"

#include <array>

namespace loupe::tensorflow {

namespace {

using Labels = std::array<std::string_view, 8>;
constexpr Labels headerLabels{"", "num_shards", "endianness", "version"};
constexpr Labels entryLabels{"", "dtype", "shape", "shard_id", "offset", "size", "crc32c", "slices"};

enum class BlockKind : std::uint8_t { Data, Metaindex, Index };

class FieldWalk {
public:
    FieldWalk(const Source& source, ByteRange window, const Work& work)
        : m_source(source)
        , m_list(window, work)
        , m_table(source, m_unused, {})
        , m_wire(source, m_unused, {})
    {
    }

    Result<std::vector<HeaderField>> run()
    {
        const auto footer = m_table.footer();
        if (!footer)
            return fail(footer.error());
        if (*footer) {
            if (auto done = walkTable(**footer); !done)
                return fail(std::move(done.error()));
        }
        if (m_wire.error())
            return fail(*m_wire.error());
        addUntil(m_source.size(), "unread");
        return m_list.take();
    }

private:
    Result<> walkTable(const TableFooter& footer)
    {
        const auto loaded = m_table.load(footer.index);
        if (!loaded)
            return fail(loaded.error());
        std::vector<ByteRange> blocks;
        while (*loaded && m_table.next()) {
            if (const auto block = m_table.valueAsPlace())
                blocks.push_back(*block);
        }
        for (const ByteRange block : blocks) {
            if (auto done = walkBlock(block, BlockKind::Data); !done)
                return done;
        }
        if (auto done = walkBlock(footer.metaindex, BlockKind::Metaindex); !done)
            return done;
        if (auto done = walkBlock(footer.index, BlockKind::Index); !done)
            return done;
        addUntil(footer.range.begin, "unread");
        if (footer.range.begin < m_list.position())
            return {};
        addUntil(footer.range.end - 8, "places of the directories");
        addUntil(footer.range.end, "magic number");
        return {};
    }

    Result<> walkBlock(ByteRange block, BlockKind kind)
    {
        if (block.begin < m_list.position() || m_list.done())
            return {}; // out of order: already visited
        const auto loaded = m_table.load(block);
        if (!loaded || !*loaded)
            return loaded ? Result<>() : fail(loaded.error());
        addUntil(block.begin, "unread");
        while (!m_list.done() && m_table.next()) {
            m_list.add(m_table.value().begin, "key", [&] { return keyText(); });
            if (kind == BlockKind::Data)
                addValue(m_table.value(), m_table.key().empty() ? headerLabels : entryLabels);
            else
                addPlace();
            addUntil(m_table.position(), "value");
        }
        addUntil(m_table.entries().end, "unread");
        addUntil(m_table.block().end, "restart points");
        addUntil(m_table.block().end + 1, "compression");
        addUntil(m_table.block().end + tableTrailerSize, "checksum");
        return {};
    }

    /// The key as text, truncated if it is long, since many entries may share it.
    std::string keyText() const
    {
        constexpr std::size_t mostShown = 1024;
        const std::string_view key = m_table.key();
        return key.size() > mostShown ? utf8Of(key.substr(0, mostShown)) + "…" : utf8Of(key);
    }

    void addValue(ByteRange message, const Labels& labels)
    {
        while (const auto field = m_wire.next(message)) {
            const std::string label = field->number < labels.size() && !labels[field->number].empty()
                ? std::string(labels[field->number])
                : "field " + std::to_string(field->number);
            m_list.add(field->range.end, label,
                [&] { return field->isBytes() ? shapeOrSize(*field, label) : std::to_string(field->bits); });
        }
    }

    std::string shapeOrSize(const WireField& field, std::string_view label)
    {
        constexpr std::size_t mostShown = 64;
        if (label != "shape")
            return counted(field.value.size(), "byte");
        std::vector<std::uint64_t> shape;
        ByteRange rest = field.value;
        while (const auto dimension = shape.size() < mostShown ? m_wire.next(rest) : std::nullopt) {
            std::uint64_t size = 0;
            ByteRange inner = dimension->value;
            while (const auto number = m_wire.next(inner))
                size = number->number == 1 ? number->bits : size;
            if (dimension->number == 2)
                shape.push_back(size);
        }
        return formatShape(shape);
    }

    void addPlace()
    {
        const auto place = m_table.valueAsPlace();
        m_list.add(m_table.position(), "block", [&] { return place ? formatByteRange(*place) : std::string(); });
    }

    void addUntil(std::uint64_t end, std::string_view label)
    {
        if (!m_list.done() && end > m_list.position())
            m_list.add(end, label, [] { return std::string(); });
    }

    const Source& m_source;
    HeaderFieldList m_list;
    Findings m_unused;
    SortedTableReader m_table;
    WireReader m_wire;
};

} // namespace

Result<std::vector<HeaderField>> tfBundleFields(const Source& source, ByteRange window, const Work& work)
{
    return FieldWalk(source, window, work).run();
}

} // namespace loupe::tensorflow
