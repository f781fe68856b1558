#pragma once

#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/tensor_order.h"
#include "formats/tensorflowjs/tfjs_shards.h"

#include <array>
#include <string_view>
#include <vector>

namespace loupe::tensorflowjs {

/// Makes tensors from a manifest and the sizes of the files that it names. May throw std::bad_alloc.
class TfjsLayout {
public:
    TfjsLayout(const Source& source, FileContent& content)
        : m_content(content)
        , m_shards(source, content)
    {
    }

    void place(const TfjsGroup& group);
    /// Sorts the tensors, and adds their other pieces to the parts of the files that hold them.
    void finish();

private:
    struct Type;
    /// The location of the next weight of a group.
    struct Position {
        std::vector<TfjsShard> shards;
        std::uint64_t next = 0; ///< offset in the concatenation of the group's files
        bool isKnown = true;
    };

    static const Type* typeNamed(std::string_view name);
    static const Type* storedType(const TfjsWeight& weight);
    static std::optional<std::uint64_t> bytesNeeded(const TfjsWeight& weight);
    static std::optional<std::uint64_t> bytesNeeded(const TfjsGroup& group);
    void placeWeight(const TfjsWeight& weight, Position& position);
    void placeBytes(const TfjsWeight& weight, Tensor& tensor, std::uint64_t needed, Position& position);
    void setValues(const TfjsWeight& weight, Tensor& tensor, const Type& stored);
    void walkStrings(const TfjsWeight& weight, Position& position);
    void checkTrailing(const TfjsGroup& group, const Position& position);
    const Storage* keep(std::shared_ptr<const Storage> storage);
    void report(const TfjsWeight& weight, Severity severity, std::string_view code, std::string what, bool isRefused);

    FileContent& m_content;
    TfjsShards m_shards;
    ShapeStore m_shapes;
    std::vector<LaterPiece> m_laterPieces;
    std::uint64_t m_stringsLeft = std::uint64_t{1} << 20; ///< the number of strings that may still be walked over
};

} // namespace loupe::tensorflowjs
