#pragma once

#include "formats/arrow/arrow_nulls.h"
#include "formats/arrow/arrow_schema.h"
#include "formats/shared/format.h"
#include "formats/storages/strided_storage.h"

namespace loupe::arrow {

/// pyarrow's, of whatever makes no sense to it.
inline constexpr std::string_view arrowRefusal = "ArrowInvalid";

/// Where the bytes of a message's buffers lie.
struct ArrowBody {
    ByteRange range; ///< in the file, perhaps past the end
    std::uint64_t message = 0; ///< where the message begins, for findings
    std::int16_t version = 4; ///< as the message tells it: 4 is version 5 of the format
};

/// Of so many elements in one buffer; the largest number where it does not fit in 64 bits.
std::uint64_t arrowBytes(DType dtype, std::uint64_t elements);

/// Gathers what record batches hold of each column, and makes tensors of it. May throw std::bad_alloc.
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
    /// Takes the buffers of a record batch. Fails where the file cannot be read.
    Result<> addBatch(FlatBuffer& buffer, const FlatTable& batch, const ArrowBody& body);
    /// A tensor message.
    void addTensor(FlatBuffer& buffer, const FlatTable& tensor, const ArrowBody& body);
    /// All of a body that no tensor is made of.
    void addOther(const ArrowBody& body) { claim(body.range, RegionKind::Content); }
    /// Behind the last message: adds the tensors, in the order of their bytes.
    void finish();

private:
    /// A stretch of elements of a column.
    struct Piece {
        BytePiece bytes;
        std::uint64_t elements = 0;
        std::vector<ArrowValidity::Bitmap> bitmaps = {}; ///< that say which are null; empty where none is
    };
    /// Of one level of a column in a batch: of its values, or of lists of fixed size.
    struct Level {
        BytePiece bits;
        std::uint64_t length = 0; ///< values, or lists
    };
    struct Column {
        std::uint32_t field = 0; ///< of the values: lists of fixed size are unfolded
        std::vector<std::uint64_t> rowShape; ///< behind the number of rows
        std::vector<std::uint64_t> rowStrides; ///< in elements
        bool isShown = false;
        bool isBroken = false;
        std::uint64_t rows = 0;
        std::uint64_t nulls = 0; ///< as the batches tell them
        std::vector<Level> levels; ///< of the batch that is being read: those that have nulls
        std::vector<Piece> pieces;
    };
    struct Batch;
    /// What a batch tells of a field.
    struct Node {
        std::uint64_t length = 0;
        std::uint64_t nulls = 0; ///< 0 where they are not told
        bool hasNulls = false; ///< some are told, or it is not told how many
    };

    void prepare(Column& column, std::uint32_t field);
    bool prepareFixedShape(const ArrowField& field, Column& column) const;
    Result<> readField(Batch& batch, std::uint32_t field, Column* column, std::uint64_t rows);
    Result<> readValues(Batch& batch, const ArrowField& field, Column* column, const Node& node);
    /// Takes the bitmap of a level of a column, or of no column.
    Result<> readValidity(Batch& batch, const ArrowField& field, Column* column, const Node& node);
    Result<> countNulls(ByteRange validity, const ArrowField& field, const Node& node);
    Result<> takeValues(Batch& batch, const ArrowField& field, Column& column, ByteRange range, std::uint64_t elements);
    /// The bytes of a buffer, decompressed where the batch is; of unknown need.
    Result<BytePiece> takePiece(const Batch& batch, ByteRange range);
    void skipBuffer(Batch& batch);

    Tensor& addNamed(std::string_view name, std::span<const std::uint64_t> shape, DType dtype);
    void placeColumn(const Column& column, const ArrowField& named);
    void storeBits(Tensor& tensor, const std::vector<Piece>& pieces);
    void storeValues(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes);
    void storeNulls(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes);
    void claim(ByteRange range, RegionKind kind);
    /// What no column has of a body, and none of the parts since number `firstPart`.
    void fillBody(ByteRange body, std::size_t firstPart);
    void report(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
        const Tensor* tensor = nullptr);

    const Source& m_source;
    FileContent& m_content;
    std::shared_ptr<KeptArrays> m_kept; ///< what is put in order
    std::shared_ptr<KeptArrays> m_unpacked; ///< what that is made of: never the same, as one waits for the other
    ArrowSchema m_schema;
    bool m_hasSchema = false;
    std::uint64_t m_schemaOffset = 0;
    std::vector<Column> m_columns; ///< as the schema's
    std::size_t m_soundColumns = 0; ///< the first ones, which all batches gave so far
    std::vector<ByteRange> m_taken; ///< of the batch that is being read: what is some column's
    std::uint32_t m_tensors = 0; ///< messages of tensors
    bool m_codecMissing = false; ///< said already
    std::uint64_t m_bitmapBytesLeft = std::uint64_t{16} << 20; ///< to be counted
};

} // namespace loupe::arrow
