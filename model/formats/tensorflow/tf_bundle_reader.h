#pragma once

#include "core/work.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/wire_reader.h"
#include "formats/tensorflow/sorted_table.h"
#include "formats/tensorflow/tf_digests.h"
#include "formats/tensorflow/tf_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe::tensorflow {

inline constexpr std::string_view tfRefusal = "DataLossError";

/// Reads the index of a bundle. The total size of all keys is limited to 16 bytes per byte of the file, plus 16 MiB;
/// beyond that, adds a finding ("object-too-large"). May throw std::bad_alloc.
class TfBundleReader {
public:
    TfBundleReader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_table(source, m_content.findings, tfRefusal)
        , m_wire(source, m_content.findings, tfRefusal)
    {
    }

    /// Fails with Stopped, OutOfMemory, or if the file cannot be read.
    Result<FileContent> read();

private:
    /// A BundleEntryProto.
    struct Entry {
        std::uint64_t type = 0;
        std::vector<std::uint64_t> shape;
        bool hasShape = true;
        std::uint64_t shard = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint32_t crc = 0; ///< masked; 0 if it is missing, as in TensorFlow
        std::uint64_t slices = 0;
    };

    Result<> readTable();
    /// Returns false, and adds a finding, if reading must end.
    Result<bool> readBlock(ByteRange place);
    bool allowsKey(std::string_view key, std::uint64_t offset);
    void readHeader(ByteRange value);
    void takeEntry(std::string_view key, ByteRange value);
    Entry readEntry(ByteRange value);
    void readShape(ByteRange message, Entry& entry);
    std::string nameOf(std::string_view key, std::uint64_t offset);
    void place(const std::string& name, const Entry& entry, std::uint64_t offset);
    void addTensor(const std::string& name, const Entry& entry, const TfType* type, std::uint64_t offset);
    void addOther(const std::string& name, const Entry& entry, const TfType& type, std::uint64_t offset);
    void addCompanions();
    void addDigests(const std::vector<std::uint32_t>& order);
    void addMetadata();
    void report(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
        const std::string* tensor = nullptr);

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
    SortedTableReader m_table;
    WireReader m_wire;
    ShapeStore m_shapes;
    std::optional<std::uint64_t> m_shards; ///< from the bundle's header, if valid
    std::uint64_t m_producer = 0; ///< the version of the writer
    bool m_isBigEndian = false;
    std::string m_lastKey;
    std::uint64_t m_entries = 0;
    std::uint64_t m_keyBytes = 0; ///< total size of all keys so far
    std::uint64_t m_others = 0; ///< the number of entries that are not tensors
    std::vector<std::pair<std::string, std::string>> m_otherNames; ///< the first of them, with descriptions
    std::vector<std::vector<FilePart>> m_parts; ///< by shard: stretches that belong to no tensor
    std::vector<TfDigest> m_digests; ///< by tensor, for tensors with bytes
    const Storage* m_swapped = nullptr;
};

} // namespace loupe::tensorflow
