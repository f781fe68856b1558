#include "formats/zarr/zarr_array.h"

#include "core/checked_math.h"
#include "core/tensor.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/numpy/numpy_names.h"
#include "formats/zarr/zarr_fill.h"

#include <algorithm>

namespace loupe::zarr {

namespace {

using Kind = JsonValue::Kind;

/// NumPy 2 allows this many; tensorstore allows fewer.
constexpr std::size_t mostDimensions = 64;

/// The sizes in a list of non-negative integers; nothing if it is anything else.
std::optional<std::vector<std::uint64_t>> sizesIn(const JsonValue& list)
{
    if (list.kind() != Kind::Array)
        return std::nullopt;
    std::vector<std::uint64_t> sizes;
    for (const JsonValue& element : list.elements()) {
        const auto size = element.kind() == Kind::Number ? element.integer() : std::nullopt;
        if (!size || *size < 0)
            return std::nullopt;
        sizes.push_back(static_cast<std::uint64_t>(*size));
    }
    return sizes;
}

class ArrayReader {
public:
    explicit ArrayReader(const JsonValue& json)
        : m_json(json)
    {
    }

    ZarrArray read()
    {
        const auto stated = m_json["zarr_format"].integer();
        const std::int64_t version = stated.value_or(0);
        if (version < 2 || version > 3) {
            fault("zarr-version",
                "has " + (stated ? "zarr_format " + std::to_string(version) : std::string("no zarr_format"))
                    + ", expected 2 or 3");
            return std::move(m_array);
        }
        const bool isNew = version == 3;
        auto shape = sizesIn(m_json["shape"]);
        if (!shape || shape->size() > mostDimensions) {
            fault("shape-invalid",
                "has no \"shape\" of at most " + std::to_string(mostDimensions) + " non-negative integers");
            return std::move(m_array);
        }
        m_array.shape = std::move(*shape);
        if (!readType(m_json[isNew ? "data_type" : "dtype"], isNew))
            return std::move(m_array);
        m_array.isDescribed = true;
        if (isNew)
            readVersion3();
        else
            readVersion2();
        readFill();
        return std::move(m_array);
    }

private:
    void fault(std::string_view code, std::string what, bool isRefused = true)
    {
        m_array.faults.push_back({code, std::move(what), isRefused});
    }

    bool readType(const JsonValue& spelled, bool isNew)
    {
        numpy::NpyType& type = m_array.type;
        if (spelled.kind() == Kind::Array || spelled.isObject()) { // fields, or a type with a configuration
            const std::string_view name = spelled["name"].string();
            type.name = spelled.isObject() ? std::string(name.substr(0, numpy::longestTypeName)) : "structured";
        } else if (spelled.kind() != Kind::String) {
            fault("dtype-invalid", std::string("has no \"") + (isNew ? "data_type" : "dtype") + "\" that is a text");
            return false;
        } else if (auto named = numpy::npyTypeNamed(spelled.string())) { // the names of version 3, and "bfloat16"
            type = std::move(*named);
        } else if (auto known = isNew ? numpy::NpyTypeResult(tl::unexpect, numpy::NpyTypeProblem::NotUnderstood)
                                      : numpy::npyType(spelled.string())) {
            type = std::move(*known);
        } else {
            type.name = std::string(spelled.string().substr(0, numpy::longestTypeName));
        }
        if (type.dtype == DType::Opaque) {
            fault("dtype-unknown",
                "has data type " + quote(type.name) + ", which this program does not read: its values are not shown",
                false);
        }
        return true;
    }

    void readVersion2()
    {
        readChunkShape(sizesIn(m_json["chunks"]), "\"chunks\"");
        const std::string_view order = m_json["order"].string();
        m_array.isColumnMajor = order == "F";
        if (order != "C" && order != "F")
            fault("order-invalid", "has \"order\" " + quote(order) + ", expected C or F");
        readSeparator(m_json["dimension_separator"], '.');
        if (const JsonValue& filters = m_json["filters"]; !filters.elements().empty()) {
            for (const JsonValue& filter : filters.elements())
                m_array.pipeline.add("filter " + std::string(filter["id"].string()));
        }
        if (const JsonValue& compressor = m_json["compressor"]; compressor.isObject()) {
            addCodec(compressor["id"].string(), compressor);
        } else if (compressor.kind() != Kind::Null) {
            fault("compressor-invalid", "has no \"compressor\" that is an object or null");
            m_array.pipeline.add({});
        }
    }

    void readVersion3()
    {
        const JsonValue& grid = m_json["chunk_grid"];
        if (grid["name"].string() == "regular")
            readChunkShape(sizesIn(grid["configuration"]["chunk_shape"]), "\"chunk_shape\"");
        else
            fault("chunks-unknown", "has chunk grid " + quote(grid["name"].string()) + ", expected regular", false);
        const JsonValue& encoding = m_json["chunk_key_encoding"];
        const bool isDefault = encoding["name"].string() == "default";
        if (!isDefault && encoding["name"].string() != "v2") {
            fault("chunks-unknown", "has chunk names " + quote(encoding["name"].string()) + ", expected default or v2",
                false);
            m_array.hasChunks = false;
        }
        readSeparator(encoding["configuration"]["separator"], isDefault ? '/' : '.');
        if (isDefault)
            m_array.keyPrefix = "c";
        readCodecs();
    }

    void readCodecs()
    {
        bool hasBytes = false;
        for (const JsonValue& codec : m_json["codecs"].elements()) {
            const std::string_view name = codec["name"].string();
            const JsonValue& settings = codec["configuration"];
            if (!hasBytes && name == "bytes") {
                hasBytes = true;
                m_array.type.bigEndian = settings["endian"].string() == "big" && m_array.elementSize() > 1;
            } else if (!hasBytes && name == "transpose" && isReversal(settings["order"])) {
                m_array.isColumnMajor = !m_array.isColumnMajor;
            } else {
                addCodec(hasBytes ? std::string(name) : "codec " + std::string(name), settings);
                hasBytes = true;
            }
        }
        if (!hasBytes)
            fault("compressor-invalid", "has no list \"codecs\" with the codec bytes");
    }

    void addCodec(std::string_view id, const JsonValue& settings)
    {
        const bool isSnappy = id == "blosc" && settings["cname"].string() == "snappy";
        m_array.pipeline.add(isSnappy ? "blosc with snappy" : id);
    }

    /// Whether the order of axes turns a row-major array into a column-major one.
    bool isReversal(const JsonValue& order) const
    {
        const auto axes = sizesIn(order);
        if (!axes || axes->size() != m_array.shape.size())
            return false;
        for (std::size_t i = 0; i < axes->size(); ++i) {
            if ((*axes)[i] != axes->size() - 1 - i)
                return false;
        }
        return true;
    }

    void readSeparator(const JsonValue& separator, char usual)
    {
        m_array.separator = usual;
        if (separator.kind() == Kind::None)
            return;
        if (separator.string() == "." || separator.string() == "/") {
            m_array.separator = separator.string().front();
            return;
        }
        fault("separator-invalid", "has a separator of chunk numbers that is neither \".\" nor \"/\"");
        m_array.hasChunks = false;
    }

    void readChunkShape(std::optional<std::vector<std::uint64_t>> chunkShape, const char* key)
    {
        if (!chunkShape || chunkShape->size() != m_array.shape.size()
            || std::ranges::count(*chunkShape, std::uint64_t{0}) > 0) {
            fault("chunks-invalid",
                std::string("has no ") + key + " of " + counted(m_array.shape.size(), "positive integer")
                    + ", one for each dimension");
            return;
        }
        m_array.chunkShape = std::move(*chunkShape);
        const std::uint64_t elementSize = m_array.elementSize();
        const auto fits = [&](const std::vector<std::uint64_t>& sizes) {
            const auto count = elementCount(sizes);
            const auto bytes = count ? checkedMultiply(*count, elementSize) : std::nullopt;
            return bytes && *bytes <= std::uint64_t{INT64_MAX};
        };
        if (!fits(m_array.shape))
            fault("shape-overflow", "has shape " + formatShape(m_array.shape) + ", whose size does not fit in 63 bits");
        else if (!fits(m_array.chunkShape))
            fault("shape-overflow",
                "has chunks of shape " + formatShape(m_array.chunkShape) + ", whose size does not fit in 63 bits");
        else
            m_array.hasChunks = elementSize > 0;
    }

    void readFill()
    {
        const JsonValue& value = m_json["fill_value"];
        m_array.hasNoFill = value.kind() == Kind::Null || value.kind() == Kind::None;
        if (m_array.hasNoFill || m_array.type.dtype == DType::Opaque)
            return;
        if (auto bytes = fillBytes(value, m_array.type))
            m_array.fill = std::move(*bytes);
        else
            fault("fill-invalid",
                "has a \"fill_value\" that its data type cannot hold: chunks that are missing have no "
                "values");
    }

    const JsonValue& m_json;
    ZarrArray m_array;
};

} // namespace

ZarrArray readZarrArray(std::string_view text)
{
    const auto json = JsonValue::parse(text);
    if (!json || !json->isObject()) {
        ZarrArray array;
        array.faults.push_back({"json-syntax", "has a description that is no JSON object", true});
        return array;
    }
    return ArrayReader(*json).read();
}

} // namespace loupe::zarr
