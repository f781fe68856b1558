#include "formats/arrow/arrow_schema.h"

#include "formats/shared/utf8_text.h"

#include <algorithm>

namespace loupe::arrow {

namespace {

constexpr std::uint64_t offsetSize = 4;
constexpr unsigned mostLevels = 64;
constexpr std::uint64_t leastPart = 16; // an offset, and a table of two more
constexpr std::uint64_t mostParts = 1'000'000;

/// Codes of the union Type in Arrow's Schema.fbs.
enum TypeCode : std::uint8_t {
    Null = 1,
    Int,
    FloatingPoint,
    Binary,
    Utf8,
    Bool,
    Decimal,
    Date,
    Time,
    Timestamp,
    Interval,
    List,
    Struct,
    Union,
    FixedSizeBinary,
    FixedSizeList,
    Map,
    Duration,
    LargeBinary,
    LargeUtf8,
    LargeList,
    RunEndEncoded,
    BinaryView,
    Utf8View,
    ListView,
    LargeListView,
};

struct PlainType {
    std::string_view name;
    ArrowLayout layout;
};

/// Types that this program does not read as numbers.
PlainType plainType(std::uint8_t code)
{
    switch (code) {
    case Null:
        return {"null", ArrowLayout::None};
    case Binary:
        return {"binary", ArrowLayout::Offsets};
    case Utf8:
        return {"utf8", ArrowLayout::Offsets};
    case LargeBinary:
        return {"large_binary", ArrowLayout::Offsets};
    case LargeUtf8:
        return {"large_utf8", ArrowLayout::Offsets};
    case Decimal:
        return {"decimal", ArrowLayout::Values};
    case Interval:
        return {"interval", ArrowLayout::Values};
    case FixedSizeBinary:
        return {"fixed_size_binary", ArrowLayout::Values};
    case List:
        return {"list", ArrowLayout::List};
    case LargeList:
        return {"large_list", ArrowLayout::List};
    case Map:
        return {"map", ArrowLayout::List};
    case Struct:
        return {"struct", ArrowLayout::Struct};
    case RunEndEncoded:
        return {"run_end_encoded", ArrowLayout::RunEnds};
    case BinaryView:
        return {"binary_view", ArrowLayout::Views};
    case Utf8View:
        return {"utf8_view", ArrowLayout::Views};
    case ListView:
    case LargeListView:
        return {"list_view", ArrowLayout::ListView};
    default:
        return {"unknown", ArrowLayout::Unknown};
    }
}

struct Integer {
    std::int32_t bits;
    bool isSigned;
    DType dtype;
    std::string_view name;
};

constexpr Integer integers[] = {{8, true, DType::I8, "int8"}, {16, true, DType::I16, "int16"},
    {32, true, DType::I32, "int32"}, {64, true, DType::I64, "int64"}, {8, false, DType::U8, "uint8"},
    {16, false, DType::U16, "uint16"}, {32, false, DType::U32, "uint32"}, {64, false, DType::U64, "uint64"}};

void setInteger(std::int32_t bits, bool isSigned, ArrowField& field)
{
    field.layout = ArrowLayout::Values;
    for (const Integer& integer : integers) {
        if (integer.bits == bits && integer.isSigned == isSigned) {
            field.dtype = integer.dtype;
            field.type = integer.name;
        }
    }
}

class SchemaReader {
public:
    SchemaReader(FlatBuffer& buffer, ArrowSchema& schema)
        : m_buffer(buffer)
        , m_schema(schema)
        , m_partsLeft(std::min(buffer.size() / leastPart, mostParts))
        , m_textLeft(16 * buffer.size() + (std::uint64_t{16} << 20))
    {
    }

    void read(const FlatTable& table)
    {
        m_schema.bigEndian = table.number<std::int16_t>(0, 0) == 1;
        takeMetadata(table.vector(2, offsetSize), {});
        m_schema.columns = readFields(table.vector(1, offsetSize), 0);
    }

private:
    std::vector<std::uint32_t> readFields(FlatVector fields, unsigned level)
    {
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < fields.count && m_schema.isWhole; ++i) {
            const auto table = FlatTable::element(m_buffer, fields, i);
            if (!table || level == mostLevels || !pay(1, table->text(0).size())) {
                m_schema.isWhole = false;
                break;
            }
            numbers.push_back(static_cast<std::uint32_t>(m_schema.fields.size()));
            m_schema.fields.emplace_back();
            ArrowField field = readField(*table, level);
            m_schema.fields[numbers.back()] = std::move(field);
        }
        return numbers;
    }

    ArrowField readField(const FlatTable& table, unsigned level)
    {
        ArrowField field;
        field.name = utf8Of(table.text(0));
        const auto dictionary = table.table(4);
        readArrowType(table.number<std::uint8_t>(2, 0), table.table(3), field);
        if (level == 0)
            takeMetadata(table.vector(6, offsetSize), &field);
        if (dictionary) { // record batches hold indexes into the dictionary
            field.type = "dictionary of " + field.type;
            field.layout = ArrowLayout::Values;
            field.dtype = DType::Opaque;
        } else {
            field.children = readFields(table.vector(5, offsetSize), level + 1);
        }
        return field;
    }

    /// Reads the metadata of the schema, or of a column. Many entries may share one text, so each is counted against a
    /// limit before it is kept.
    void takeMetadata(FlatVector entries, ArrowField* column)
    {
        constexpr std::size_t longestKey = 1000;
        constexpr std::uint64_t longestExtension = 4096;
        for (std::uint32_t i = 0; i < entries.count && m_schema.isWhole; ++i) {
            const auto entry = FlatTable::element(m_buffer, entries, i);
            if (!entry)
                continue;
            std::string key = utf8Of(entry->text(0, longestKey));
            const FlatVector value = entry->textPlace(1).value_or(FlatVector());
            const bool isName = key == "ARROW:extension:name";
            const bool isRest = key == "ARROW:extension:metadata";
            const bool isExtension = column && (isName || isRest) && value.count <= longestExtension;
            if (!pay(1, key.size() + (column ? column->name.size() : 0) + (isExtension ? value.count : 0)))
                return;
            if (isExtension)
                (isName ? column->extension : column->extensionMetadata) = utf8Of(m_buffer.textAt(value));
            m_schema.metadata.push_back({column ? column->name + '.' + key : std::move(key), value});
        }
    }

    bool pay(std::uint64_t parts, std::uint64_t textBytes)
    {
        if (parts > m_partsLeft || textBytes > m_textLeft) {
            m_schema.isWhole = false;
            return false;
        }
        m_partsLeft -= parts;
        m_textLeft -= textBytes;
        return true;
    }

    FlatBuffer& m_buffer;
    ArrowSchema& m_schema;
    std::uint64_t m_partsLeft; ///< fields and entries that are still allowed
    std::uint64_t m_textLeft;
};

} // namespace

void readArrowType(std::uint8_t code, const std::optional<FlatTable>& type, ArrowField& field)
{
    const auto number = [&]<typename Number>(unsigned member, Number otherwise) {
        return type ? type->number<Number>(member, otherwise) : otherwise;
    };
    const PlainType plain = plainType(code);
    field.type = plain.name;
    field.layout = plain.layout;
    switch (code) {
    case Int:
        return setInteger(number(0, std::int32_t{0}), number(1, std::uint8_t{0}) != 0, field);
    case FloatingPoint: {
        const auto precision = number(0, std::int16_t{0});
        field.layout = ArrowLayout::Values;
        field.dtype = precision == 0 ? DType::F16 : precision == 1 ? DType::F32 : DType::F64;
        field.type = precision == 0 ? "float16" : precision == 1 ? "float32" : "float64";
        return;
    }
    case Bool:
        field.layout = ArrowLayout::Values;
        field.dtype = DType::BOOL;
        field.type = "bool";
        return;
    case Date:
        setInteger(number(0, std::int16_t{1}) == 0 ? 32 : 64, true, field);
        field.type = "date";
        return;
    case Time:
        setInteger(number(1, std::int32_t{32}), true, field);
        field.type = "time";
        return;
    case Timestamp:
    case Duration:
        setInteger(64, true, field);
        field.type = code == Timestamp ? "timestamp" : "duration";
        return;
    case Union:
        field.layout = number(0, std::int16_t{0}) == 0 ? ArrowLayout::SparseUnion : ArrowLayout::DenseUnion;
        field.type = "union";
        return;
    case FixedSizeList: {
        const auto size = number(0, std::int32_t{0});
        field.layout = size < 0 ? ArrowLayout::Unknown : ArrowLayout::FixedList;
        field.listSize = static_cast<std::uint64_t>(std::max(size, 0));
        field.type = "fixed_size_list";
        return;
    }
    default:
        return;
    }
}

ArrowSchema readArrowSchema(FlatBuffer& buffer, const FlatTable& table)
{
    ArrowSchema schema;
    SchemaReader(buffer, schema).read(table);
    return schema;
}

} // namespace loupe::arrow
