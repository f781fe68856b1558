#pragma once

#include "formats/shared/bounded_metadata.h"
#include "formats/shared/flat_buffer.h"
#include "formats/tflite/tflite_budget.h"

#include <cstdint>

namespace loupe::tflite {

/// A model's description of itself, as metadata. May throw std::bad_alloc.
class TfliteMetadata {
public:
    TfliteMetadata(const Source& source, FlatBuffer& buffer, TfliteBudget& budget, Findings& findings)
        : m_source(source)
        , m_buffer(buffer)
        , m_budget(budget)
        , m_findings(findings)
    {
    }

    /// Reads everything except the numbers of tensors.
    void read(const FlatTable& model);
    /// `computed` is the number of tensors without data.
    void addTensorCounts(std::uint64_t listed, std::uint64_t computed);
    Metadata take() { return m_metadata.take(); }

private:
    void add(std::string_view key, MetadataValue value, std::uint64_t position);
    void addJson(std::string_view key, std::string text, std::uint64_t position);
    void addText(std::string_view key, const FlatTable& table, unsigned field);
    void addOperators(const FlatTable& model);
    void addSubgraphs(const FlatTable& model);
    void addSignatures(const FlatTable& model);
    void addEntries(const FlatTable& model);
    void addEntry(const std::string& key, ByteRange data);
    void addDescription(ByteRange data);
    template <typename Json>
    void writeTensors(Json& json, const FlatTable& subgraph, unsigned field);
    template <typename Json>
    void writeMapped(Json& json, const FlatTable& signature, unsigned field, const std::optional<FlatTable>& subgraph);
    std::string typeText(const FlatTable& tensor);

    const Source& m_source;
    FlatBuffer& m_buffer;
    TfliteBudget& m_budget;
    Findings& m_findings;
    BoundedMetadata m_metadata;
};

} // namespace loupe::tflite
