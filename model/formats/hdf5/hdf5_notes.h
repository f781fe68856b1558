#pragma once

#include "formats/hdf5/hdf5_filters.h"
#include "formats/hdf5/hdf5_records.h"
#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/format.h"
#include "formats/shared/metadata_builder.h"

#include <map>

namespace loupe::hdf5 {

/// Collects the contents of an HDF5 file other than its tensors: attributes as metadata, and findings about links,
/// about datasets that are not tensors, and about objects that the library could not read.
class Hdf5Notes {
public:
    Hdf5Notes(const Hdf5Stream& stream, FileContent& content)
        : m_stream(stream)
        , m_content(content)
    {
    }

    /// `offset` is the base of all addresses, as an offset in the stream.
    void setBase(std::uint64_t offset) { m_base = offset; }
    std::uint64_t inStream(std::uint64_t address) const;
    /// Converts an offset in the stream to one in the file; for a compressed stream, returns the start of the stream.
    std::uint64_t place(std::uint64_t offset) const;

    void add(const Hdf5Attribute& attribute);
    void add(const Hdf5Skipped& skipped);
    void add(Hdf5RecordKind kind, const Hdf5Text& text);
    void add(const Hdf5Dataset& chunked, const Hdf5Pipeline& pipeline);
    /// Adds the collected metadata and findings to the content.
    void finish();

private:
    void addFinding(Severity severity, std::string_view code, std::string message, std::optional<std::uint64_t> address,
        std::string_view refusedAs = {});
    void addKeras();

    const Hdf5Stream& m_stream;
    FileContent& m_content;
    std::uint64_t m_base = 0;
    MetadataBuilder m_metadata;
    std::map<std::string, std::string> m_keras; ///< attributes that describe the Keras model
    std::uint64_t m_skippedCount = 0;
    std::string m_skipped; ///< the first few names
    std::map<std::string, std::uint64_t> m_filters; ///< filters -> number of datasets
};

/// A name from the file as UTF-8; escapes the bytes that are not valid.
std::string hdf5Name(const std::string& path);

} // namespace loupe::hdf5
