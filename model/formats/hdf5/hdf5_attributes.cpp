#include "core/text/json_writer.h"
#include "formats/hdf5/hdf5_dataset.h"
#include "formats/hdf5/hdf5_driver.h"
#include "formats/hdf5/hdf5_types.h"
#include "formats/storages/byte_order.h"

#include <cmath>
#include <optional>

namespace loupe::hdf5 {

namespace {

constexpr std::uint64_t largestValue = std::uint64_t{8} << 20; // as JSON or text

/// The value of an attribute, for display.
struct Value {
    std::string type;
    std::string text;
    bool isJson = false;
};

/// The text of a fixed-length string, without its padding.
std::string_view trimmed(std::string_view text, H5T_str_t padding)
{
    if (padding == H5T_STR_SPACEPAD) {
        const std::size_t last = text.find_last_not_of(' ');
        return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    }
    return text.substr(0, text.find('\0'));
}

class AttributeReader {
public:
    explicit AttributeReader(hid_t attribute)
        : m_attribute(attribute)
        , m_type(H5Aget_type(attribute))
        , m_space(H5Aget_space(attribute))
    {
    }

    /// Nothing if it cannot be read.
    std::optional<Value> read()
    {
        const H5S_class_t kind = H5Sget_simple_extent_type(m_space);
        const hssize_t count = H5Sget_simple_extent_npoints(m_space);
        const std::size_t size = H5Tget_size(m_type);
        if (kind == H5S_NO_CLASS || count < 0 || size == 0)
            return std::nullopt;
        m_count = static_cast<std::uint64_t>(count);
        m_isArray = kind == H5S_SIMPLE;
        if (kind == H5S_NULL)
            return Value{.type = "NULL", .text = "null", .isJson = true};
        if (m_count > largestValue / size)
            return Value{.type = "OTHER", .text = "(too large to be shown)"};
        if (H5Tget_class(m_type) == H5T_STRING)
            return H5Tis_variable_str(m_type) > 0 ? readVariableStrings() : readFixedStrings();
        Hdf5ElementType element = hdf5ElementType(m_type);
        if (!element.type || !hasReadableValues(element.type->dtype))
            return Value{.type = "OTHER", .text = "(" + std::string(element.what) + ")"};
        return readNumbers(*element.type, !element.innerShape.empty());
    }

private:
    template <typename Each>
    Value strings(Each&& each) const
    {
        if (!m_isArray && m_count == 1)
            return {.type = "STRING", .text = std::string(each(0))};
        return array("STRING", m_count, [&](JsonWriter& json, std::uint64_t i) { json.value(each(i)); });
    }

    template <typename Each>
    static Value array(const std::string& type, std::uint64_t count, Each&& each)
    {
        const auto write = [&](JsonWriter& json) {
            json.beginArray();
            for (std::uint64_t i = 0; i < count; ++i)
                each(json, i);
            json.endArray();
        };
        return {.type = type, .text = jsonText(write), .isJson = true};
    }

    std::optional<Value> readFixedStrings() const
    {
        const std::size_t size = H5Tget_size(m_type);
        const H5T_str_t padding = H5Tget_strpad(m_type);
        std::string all(m_count * size, '\0');
        if (m_count > 0 && H5Aread(m_attribute, m_type, all.data()) < 0)
            return std::nullopt;
        return strings([&](std::uint64_t i) { return trimmed(std::string_view(all).substr(i * size, size), padding); });
    }

    std::optional<Value> readVariableStrings() const
    {
        std::vector<char*> texts(m_count);
        if (m_count > 0 && H5Aread(m_attribute, m_type, texts.data()) < 0)
            return std::nullopt;
        return strings([&](std::uint64_t i) { return std::string_view(texts[i] ? texts[i] : ""); });
    }

    std::optional<Value> readNumbers(const Hdf5Type& type, bool isNested) const
    {
        const std::uint64_t perElement = H5Tget_size(m_type) / type.size;
        std::vector<std::byte> bytes(m_count * perElement * type.size);
        if (!bytes.empty() && H5Aread(m_attribute, m_type, bytes.data()) < 0)
            return std::nullopt;
        if (type.bigEndian)
            swapBytes(type.dtype, bytes);
        const auto write = [&](JsonWriter& json, std::uint64_t i) {
            const Scalar scalar = readScalar(type.dtype, bytes, i);
            if (type.dtype == DType::BOOL)
                json.value(scalar.asUnsigned != 0);
            else if (scalar.kind == Scalar::Kind::Signed)
                json.value(scalar.asSigned);
            else if (scalar.kind == Scalar::Kind::Unsigned)
                json.value(scalar.asUnsigned);
            else if (scalar.kind == Scalar::Kind::Complex || !std::isfinite(scalar.real))
                json.value(toText(scalar));
            else
                json.raw(toText(scalar));
        };
        Value value = array(std::string(dtypeName(type.dtype)), m_count * perElement, write);
        if (!m_isArray && !isNested && value.text.size() > 2)
            value.text = value.text.substr(1, value.text.size() - 2);
        return value;
    }

    hid_t m_attribute;
    Hdf5Handle m_type;
    Hdf5Handle m_space;
    std::uint64_t m_count = 0;
    bool m_isArray = false;
};

herr_t keepName(hid_t, const char* name, const H5A_info_t*, void* target)
{
    constexpr std::size_t most = 100'000;
    try { // an exception must not pass through the library
        auto& names = *static_cast<std::vector<std::string>*>(target);
        names.emplace_back(name);
        return names.size() < most ? 0 : 1;
    } catch (...) {
        return -1;
    }
}

} // namespace

void sendHdf5Attributes(hid_t object, const std::string& path, std::uint64_t& bytesLeft, const IsolatedSend& send)
{
    std::vector<std::string> names;
    const auto failed = [&](const std::string& what) {
        sendHdf5(Hdf5RecordKind::Failure, Hdf5Text{path, 0, what, hdf5Error()}, send);
    };
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, keepName, &names) < 0)
        failed("the attributes");
    for (const std::string& name : names) {
        const Hdf5Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
        auto value = attribute ? AttributeReader(attribute).read() : std::nullopt;
        if (!value) {
            failed("attribute " + name);
            continue;
        }
        const std::uint64_t size = name.size() + path.size() + value->text.size();
        if (size > bytesLeft) {
            sendHdf5(Hdf5RecordKind::Cut, Hdf5Text{path, 0, "attributes", name}, send);
            return;
        }
        bytesLeft -= size;
        sendHdf5(Hdf5RecordKind::Attribute,
            Hdf5Attribute{path, name, std::move(value->type), std::move(value->text), value->isJson}, send);
    }
}

} // namespace loupe::hdf5
