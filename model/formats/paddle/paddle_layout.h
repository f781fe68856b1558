#pragma once

#include "formats/paddle/paddle_records.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/storages/latin1_bytes.h"
#include "formats/storages/strided_storage.h"

#include <map>

namespace loupe::paddle {

/// An array and the location of its bytes.
struct PaddleStored {
    PaddleArray array;
    BytePiece piece;
};

/// An array that was saved in slices, as protocols before 4 require for large arrays.
struct PaddleSliced {
    std::string name;
    std::vector<std::uint64_t> shape;
    std::vector<const PaddleStored*> slices; ///< null for missing ones
    std::uint64_t offset = 0; ///< position of its description in the file
};

/// Assigns tensors to their bytes in a pickle. May throw std::bad_alloc.
class PaddleLayout {
public:
    /// `stream` holds the pickle, and is at the start of the file.
    PaddleLayout(std::string_view stream, FileContent& content)
        : m_stream(stream)
        , m_content(content)
        , m_kept(std::make_shared<KeptArrays>())
    {
    }

    /// The array's bytes; nothing if the file stores them neither as they are nor as text.
    std::optional<BytePiece> find(const PaddleArray& array);
    /// Adds a tensor, and findings if its bytes do not match its type and shape. `offset` is the position of its
    /// record.
    void place(const std::string& name, const PaddleArray& array, std::uint64_t offset);
    void placeSliced(const PaddleSliced& sliced);
    /// Adds a tensor without values, because its record is broken.
    void placeBroken(const std::string& name, const std::string& problem, std::uint64_t offset);
    /// Sorts the tensors by their bytes.
    void finish();

private:
    Tensor& add(const std::string& name, std::span<const std::uint64_t> shape, const numpy::NpyType& type,
        std::uint64_t offset);
    bool fits(const PaddleStored& stored, const Tensor& tensor);
    void store(Tensor& tensor, const BytePiece& piece, bool bigEndian, std::vector<StridedAxis> axes);
    void countUnsigned(const Tensor& tensor);
    /// Adds a finding; an error gets NumPy's exception as `refusedAs`.
    void report(const Tensor& tensor, Severity severity, std::string_view code, std::string what);

    std::string_view m_stream;
    FileContent& m_content;
    std::shared_ptr<KeptArrays> m_kept;
    ShapeStore m_shapes;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<const Latin1Bytes>>
        m_texts; ///< keyed by begin and size
    std::uint64_t m_unsigned = 0; ///< number of U16 tensors
    std::uint64_t m_firstUnsigned = 0;
};

} // namespace loupe::paddle
