#include "formats/flax/flax_array.h"

#include "core/checked_math.h"
#include "core/tensor.h"
#include "core/text/text.h"
#include "formats/numpy/numpy_names.h"
#include "formats/shared/utf8_text.h"

namespace loupe::flax {

namespace {

constexpr std::uint64_t mostDimensions = 32; // NumPy's limit
constexpr std::uint64_t longestTypeName = 100;

bool isBytes(const MsgpackHead& head)
{
    return head.kind == MsgpackKind::Text || head.kind == MsgpackKind::Bytes;
}

class RecordReader {
public:
    RecordReader(MsgpackReader& reader, MsgpackFault& problem, const FlaxField& field)
        : m_reader(reader)
        , m_problem(problem)
        , m_field(field)
    {
    }

    std::optional<FlaxArray> read(const MsgpackHead& extension)
    {
        const auto record = m_reader.next();
        if (!record)
            return failed();
        if (record->kind != MsgpackKind::Array || record->number != 3)
            return wrong(*record, "is not an array of shape, type and bytes");
        m_field("record", "shape, type, bytes");
        FlaxArray array;
        if (!readShape(array.shape) || !readType(array))
            return std::nullopt;
        const auto data = m_reader.next();
        if (!data)
            return failed();
        if (!isBytes(*data))
            return wrong(*data, "has no bytes for its values");
        m_field("data", counted(data->number, "byte"));
        array.data = data->payload();
        if (array.data.end != extension.payload().end) {
            m_problem = {"array-invalid", "has bytes after its values", "ExtraData", array.data.end};
            return std::nullopt;
        }
        inferDimension(array);
        return array;
    }

private:
    /// Infers one negative dimension from the size of the data, as NumPy does.
    void inferDimension(FlaxArray& array) const
    {
        const auto others = elementCount(array.shape);
        const auto row = others && array.elementBytes ? checkedMultiply(*others, *array.elementBytes) : std::nullopt;
        if (m_open && row.value_or(0) > 0)
            array.shape[*m_open] = array.data.size() / *row;
    }

    std::nullopt_t failed()
    {
        if (m_reader.fault())
            m_problem = *m_reader.fault();
        return std::nullopt;
    }

    std::nullopt_t wrong(const MsgpackHead& head, std::string message, std::string_view refusedAs = "ValueError")
    {
        m_problem = {"array-invalid", std::move(message), refusedAs, head.begin};
        return std::nullopt;
    }

    bool readShape(std::vector<std::uint64_t>& shape)
    {
        const auto list = m_reader.next();
        if (!list) {
            failed();
            return false;
        }
        if (list->kind != MsgpackKind::Array || list->number > mostDimensions) {
            wrong(*list, "has an invalid shape, expected at most 32 integers");
            return false;
        }
        for (std::uint64_t i = 0; i < list->number; ++i) {
            const auto dimension = m_reader.next();
            if (!dimension) {
                failed();
                return false;
            }
            const bool isOpen = dimension->kind == MsgpackKind::Signed && !m_open;
            if (dimension->kind != MsgpackKind::Unsigned && !isOpen) {
                wrong(*dimension, "has a dimension that is not an integer of at least 0");
                return false;
            }
            if (isOpen)
                m_open = shape.size();
            shape.push_back(isOpen ? 1 : dimension->number);
        }
        m_field("shape", formatShape(shape));
        return true;
    }

    static void setType(FlaxArray& array, std::string_view name)
    {
        array.typeName = utf8Of(name);
        const auto type = numpy::npyTypeNamed(name);
        if (!type)
            return;
        array.dtype = type->dtype;
        array.elementBytes = type->size;
        array.bigEndian = type->bigEndian;
        array.isObject = type->isObject;
    }

    bool readType(FlaxArray& array)
    {
        const auto type = m_reader.next();
        if (!type) {
            failed();
            return false;
        }
        std::string name;
        if (!isBytes(*type) || type->number > longestTypeName) {
            wrong(*type, "has an invalid type name", "TypeError");
            return false;
        }
        if (!m_reader.text(*type, name))
            return false;
        m_field("type", utf8Of(name));
        setType(array, name);
        return true;
    }

    MsgpackReader& m_reader;
    MsgpackFault& m_problem;
    const FlaxField& m_field;
    std::optional<std::size_t> m_open; ///< index of the negative dimension
};

} // namespace

std::optional<FlaxArray> readFlaxArray(
    MsgpackReader& reader, const MsgpackHead& extension, MsgpackFault& problem, const FlaxField& field)
{
    const std::uint64_t end = reader.setEnd(extension.payload().end);
    auto array = RecordReader(reader, problem, field).read(extension);
    reader.setEnd(end);
    return array;
}

} // namespace loupe::flax
