#pragma once

#include "formats/shared/metadata_builder.h"
#include "formats/shared/wire_reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::onnx {

/// A model's description of itself, as metadata. May throw std::bad_alloc.
class OnnxMetadata {
public:
    OnnxMetadata(const Source& source, WireReader& wire)
        : m_source(source)
        , m_wire(wire)
    {
    }

    /// Takes a field of ModelProto; ignores fields that are not metadata.
    void takeModelField(const WireField& field);
    /// Takes a field of the model's main graph.
    void takeGraphField(const WireField& field);
    void addOperator(std::string_view domain, std::string_view type);
    void addFunction(std::string_view domain, std::string_view name);
    /// Adds an external file that holds values, with the checksum that the model states for it.
    void addExternal(std::string_view path, std::string_view checksum);

    std::uint64_t irVersion() const { return m_irVersion; }
    bool hasOperatorSet() const { return !m_operatorSets.empty(); }

    /// Fails as reading long texts does.
    Result<Metadata> take();

private:
    using Texts = std::vector<std::pair<std::string, std::string>>;

    void addText(std::string_view key, ByteRange value);
    void addNumber(std::string_view key, std::uint64_t bits);
    void addEntry(const WireField& entry);
    void addOperatorSet(const WireField& field);
    void addValue(Texts& values, const WireField& field);
    void addList(std::string_view key, const Texts& members);
    std::string typeText(ByteRange type);
    std::string shapeText(ByteRange shape);

    const Source& m_source;
    WireReader& m_wire;
    MetadataBuilder m_metadata;
    std::optional<Error> m_error;
    std::uint64_t m_irVersion = 0;
    std::map<std::string, std::uint64_t> m_operatorSets;
    Texts m_inputs;
    Texts m_outputs;
    std::map<std::string, std::uint64_t, std::less<>> m_operators;
    std::uint64_t m_nodes = 0;
    bool m_hasGraph = false;
    Texts m_externals; ///< path and checksum
    std::vector<std::string> m_functions;
};

} // namespace loupe::onnx
