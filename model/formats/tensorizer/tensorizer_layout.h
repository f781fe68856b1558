#pragma once

#include "formats/shared/shape_store.h"
#include "formats/shared/truncation.h"
#include "formats/tensorizer/tensorizer_index.h"
#include "formats/tensorizer/tensorizer_names.h"
#include "formats/tensorizer/tensorizer_types.h"
#include "formats/tensorizer/tensorizer_values.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe::tensorizer {

/// Makes tensors from the index and the tensors' headers. If these disagree, the header counts, as in the reference,
/// which finds tensors by the index and reads them by their headers.
class TensorizerLayout {
public:
    /// `secret` may be null.
    TensorizerLayout(const Source& source, const Work& work, FileContent& content, const Secret* secret)
        : m_source(source)
        , m_work(work)
        , m_content(content)
        , m_values(source, work, content, secret)
        , m_truncation(source.size())
    {
    }

    void take(const TensorizerEntry& entry);
    /// Call this after all entries. Fails with Stopped, or as Source does.
    Result<> finish(const TensorizerStart& start);

private:
    struct Place {
        std::uint64_t entry = 0; ///< offset of its entry
        std::uint64_t header = 0;
        std::uint64_t data = 0;
        std::uint64_t length = 0; ///< of the data
        std::uint32_t type = 0; ///< index into m_types
        std::uint16_t nameBytes = 0;
        std::uint8_t kind = 0;
        bool hasHeader = false; ///< the whole header was read
    };

    std::uint32_t typeOf(const std::string& spelled);
    void checkName(const TensorizerName& name, const Tensor& tensor, const Place& place);
    Result<> readHeaders(const TensorizerStart& start);
    Result<> readHeader(std::uint32_t index, const TensorizerStart& start);
    void compare(Tensor& tensor, Place& place, const TensorizerHeader& header);
    void compareLengths(const Tensor& tensor, Place& place, const TensorizerHeader& header);
    void addFaults(const Tensor& tensor, const TensorizerHeader& header);
    Result<> giveValues(std::uint32_t index, const TensorizerHeader* header, bool isEncrypted);
    Result<> checkEnd(const TensorizerStart& start);
    void sortByPlace(bool isEncrypted);
    void addMetadata(const TensorizerStart& start);
    void addPart(ByteRange range, RegionKind kind);
    /// `what` continues "tensor NAME ".
    void add(const Tensor& tensor, std::string_view code, const std::string& what, std::string_view refusedAs,
        std::uint64_t offset, Severity severity = Severity::Error);

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    TensorizerValues m_values;
    ShapeStore m_shapes;
    TensorizerNameTree m_names;
    std::vector<TensorizerType> m_types;
    NameMap<std::string, std::uint32_t> m_typeNumbers;
    std::vector<Place> m_places; ///< by tensor
    std::array<std::uint64_t, 3> m_kinds{};
    std::vector<bool> m_modules = std::vector<bool>(std::size_t{1} << 16);
    std::uint64_t m_end = 0; ///< end of headers and data so far, in the order of headers; within the file
    Truncation m_truncation;
    bool m_headersAreCut = false; ///< tensors in m_truncation lack a part of their headers
};

} // namespace loupe::tensorizer
