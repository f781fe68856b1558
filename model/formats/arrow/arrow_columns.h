#pragma once

#include "formats/arrow/arrow_nulls.h"
#include "formats/arrow/arrow_schema.h"
#include "formats/shared/format.h"
#include "formats/storages/strided_storage.h"

namespace loupe::arrow {

/// The exception that pyarrow raises for all invalid input.
inline constexpr std::string_view arrowRefusal = "ArrowInvalid";

/// The location of a message's buffers.
struct ArrowBody {
    ByteRange range; ///< in the file, perhaps past the end
    std::uint64_t message = 0; ///< offset of the message, for findings
    std::int16_t version = 4; ///< the message's metadata version: 4 is version 5 of the format
};

/// The size in bytes of `elements` elements in one buffer; UINT64_MAX if it does not fit in 64 bits.
std::uint64_t arrowBytes(DType dtype, std::uint64_t elements);

/// Collects the columns of record batches, and makes tensors from them. May throw std::bad_alloc.
class ArrowColumns {
public:
    ArrowColumns(const Source& source, FileContent& content)
        : m_source(source)
        , m_content(content)
        , m_kept(std::make_shared<KeptArrays>())
        , m_unpacked(std::make_shared<KeptArrays>())
    {
    }

    void setSchema(ArrowSchema schema, std::uint64_t offset);
    bool hasSchema() const { return m_hasSchema; }
    /// Reads the buffers of a record batch. Fails if the file cannot be read.
    Result<> addBatch(FlatBuffer& buffer, const FlatTable& batch, const ArrowBody& body);
    /// Adds the tensor of a tensor message.
    void addTensor(FlatBuffer& buffer, const FlatTable& tensor, const ArrowBody& body);
    /// Adds a body that no tensor uses.
    void addOther(const ArrowBody& body) { claim(body.range, RegionKind::Content); }
    /// Call this after the last message. Adds the columns' tensors, and sorts all tensors by their bytes.
    void finish();

private:
    /// A stretch of elements of a column.
    struct Piece {
        BytePiece bytes;
        std::uint64_t elements = 0;
        std::vector<ArrowValidity::Bitmap> bitmaps = {}; ///< which elements are null; empty if none is
    };
    /// One nesting level of a column in a batch: its values, or its fixed-size lists.
    struct Level {
        BytePiece bits;
        std::uint64_t length = 0; ///< values, or lists
    };
    struct Column {
        std::uint32_t field = 0; ///< the field with the values, inside any fixed-size lists
        std::vector<std::uint64_t> rowShape; ///< dimensions after the number of rows
        std::vector<std::uint64_t> rowStrides; ///< in elements, without the number of rows
        bool isShown = false;
        bool isBroken = false;
        std::uint64_t rows = 0;
        std::uint64_t nulls = 0; ///< the sum of the counts that the batches state
        std::vector<Level> levels; ///< the levels with nulls in the current batch
        std::vector<Piece> pieces;
    };
    struct Batch;
    /// The statements of a batch about a field.
    struct Node {
        std::uint64_t length = 0;
        std::uint64_t nulls = 0; ///< 0 if the number is unknown
        bool hasNulls = false; ///< true if there are nulls, or their number is unknown
    };

    void prepare(Column& column, std::uint32_t field);
    bool prepareFixedShape(const ArrowField& field, Column& column) const;
    Result<> readField(Batch& batch, std::uint32_t field, Column* column, std::uint64_t rows);
    Result<> readValues(Batch& batch, const ArrowField& field, Column* column, const Node& node);
    /// Reads the validity bitmap of a level of a column; `column` may be null.
    Result<> readValidity(Batch& batch, const ArrowField& field, Column* column, const Node& node);
    Result<> countNulls(ByteRange validity, const ArrowField& field, const Node& node);
    Result<> takeValues(Batch& batch, const ArrowField& field, Column& column, ByteRange range, std::uint64_t elements);
    /// The bytes of a buffer, decompressed if the batch is compressed. Does not check the size, because the required
    /// size is not known yet.
    Result<BytePiece> takePiece(const Batch& batch, ByteRange range);
    void skipBuffer(Batch& batch);

    Tensor& addNamed(std::string_view name, std::span<const std::uint64_t> shape, DType dtype);
    void placeColumn(const Column& column, const ArrowField& named);
    void storeBits(Tensor& tensor, const std::vector<Piece>& pieces);
    void storeValues(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes);
    void storeNulls(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes);
    void claim(ByteRange range, RegionKind kind);
    /// Adds the parts of a body that no column uses, in addition to the parts from index `firstPart` on.
    void fillBody(ByteRange body, std::size_t firstPart);
    void report(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
        const Tensor* tensor = nullptr);

    const Source& m_source;
    FileContent& m_content;
    std::shared_ptr<KeptArrays> m_kept; ///< arrays that are reordered
    /// Decompressed buffers. They need their own cache, since filling one cache may wait for the other.
    std::shared_ptr<KeptArrays> m_unpacked;
    ArrowSchema m_schema;
    bool m_hasSchema = false;
    std::uint64_t m_schemaOffset = 0;
    std::vector<Column> m_columns; ///< in the order of the schema
    std::size_t m_soundColumns = 0; ///< the number of leading columns that all batches had so far
    std::vector<ByteRange> m_taken; ///< ranges of the current batch that columns use
    std::uint32_t m_tensors = 0; ///< number of tensor messages
    bool m_codecMissing = false; ///< already reported
    std::uint64_t m_bitmapBytesLeft = std::uint64_t{16} << 20; ///< bitmap bytes that may still be counted
};

} // namespace loupe::arrow
