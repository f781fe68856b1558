#pragma once

#include "formats/flax/flax_array.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/format.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/shape_store.h"

namespace loupe::flax {

/// Walks over a file from front to back: arrays become tensors, named by their keys joined by dots; other values
/// metadata. Rules are those of flax.serialization.msgpack_restore; each fault is a finding at its byte.
///
/// Bounded: as many levels as Python's msgpack has, 1024; a million tensors; 10,000 values and some 4 MiB of
/// metadata; names of 16 bytes for each byte that is no array's and 16 MiB together. No recursion.
class FlaxParser {
public:
    /// With `fields`, only these are wanted, and `content` is of no use afterwards.
    FlaxParser(const Source& source, const Work& work, FileContent& content, HeaderFieldList* fields = nullptr);

    /// Fails with Stopped, or where the file cannot be read.
    Result<> parse();

private:
    struct Level {
        std::uint64_t left = 0; ///< entries or elements that were not begun
        std::uint64_t index = 0; ///< of the next element
        std::size_t nameSize = 0; ///< of the container's own name
        bool isMap = false;
    };

    // Each gives whether it makes sense to go on.
    bool readAll();
    bool readEntry();
    bool readKey(std::string& key);
    bool readValue();
    bool takeArray(const MsgpackHead& head);
    bool takeOther(const MsgpackHead& head);
    bool takeComplex(const MsgpackHead& head);
    bool enter(const MsgpackHead& head);
    bool payTensor();

    // Of arrays over 2^30 bytes, which are written in pieces.
    struct Chunks;
    bool readChunked(std::uint64_t entriesLeft);
    bool readChunkShape(Chunks& chunks);
    bool readChunkList(Chunks& chunks);
    bool readChunk(Chunks& chunks);
    bool placeChunks(Chunks& chunks);

    Tensor& addTensor(const FlaxArray& array);
    /// What findings about the type and the size of an array there are; whether its values can be told.
    bool check(const FlaxArray& array, std::uint64_t bytes, const Tensor& tensor);
    void addMetadata(MetadataValue value, std::uint64_t offset);
    /// The bytes of an array: what lies before them belongs to the header.
    void claim(ByteRange data);
    void finish();

    bool refuse(const MsgpackFault& fault);
    void refuseTensor(const MsgpackFault& fault);
    bool stops() const { return m_work.stopped() || (m_fields && m_fields->done()); }

    /// The bytes up to here are the next field.
    template <typename Value>
    void field(std::string_view label, Value&& value)
    {
        if (m_fields && m_reader.position() > m_fields->position())
            m_fields->add(m_reader.position(), label, value);
    }

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    HeaderFieldList* m_fields;
    MsgpackReader m_reader;
    std::vector<Level> m_levels;
    std::string m_name;
    std::string m_text;
    ShapeStore m_shapes;
    BoundedMetadata m_metadata;
    std::uint64_t m_headerBytes = 0; ///< without the one that is being read
    std::uint64_t m_headerBegin = 0; ///< of what is no array's, behind the last one
    std::uint64_t m_nameBytes = 0; ///< of all names so far
    std::uint64_t m_steps = 0;
};

} // namespace loupe::flax
