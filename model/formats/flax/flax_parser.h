#pragma once

#include "formats/flax/flax_array.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/format.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/shape_store.h"

namespace loupe::flax {

/// Walks over a file from front to back. Arrays become tensors, named by their keys joined by dots; other values become
/// metadata. Follows the rules of flax.serialization.msgpack_restore, and reports each fault as a finding at its byte
/// offset.
///
/// Limits: 1024 levels, as in Python's msgpack; a million tensors; 10,000 values and about 4 MiB of metadata; a total
/// of 16 bytes of names for each byte outside arrays, plus 16 MiB. Does not recurse.
class FlaxParser {
public:
    /// With `fields`, collects only the header fields; `content` must not be used afterwards.
    FlaxParser(const Source& source, const Work& work, FileContent& content, HeaderFieldList* fields = nullptr);

    /// Fails with Stopped, or if the file cannot be read.
    Result<> parse();

private:
    struct Level {
        std::uint64_t left = 0; ///< the number of entries or elements that are not started yet
        std::uint64_t index = 0; ///< index of the next element
        std::size_t nameSize = 0; ///< size of the container's own name
        bool isMap = false;
    };

    // Each of these returns whether reading can continue.
    bool readAll();
    bool readEntry();
    bool readKey(std::string& key);
    bool readValue();
    bool takeArray(const MsgpackHead& head);
    bool takeOther(const MsgpackHead& head);
    bool takeComplex(const MsgpackHead& head);
    bool enter(const MsgpackHead& head);
    bool allowsTensor();

    // For arrays over 2^30 bytes, which flax writes in pieces.
    struct Chunks;
    bool readChunked(std::uint64_t entriesLeft);
    bool readChunkShape(Chunks& chunks);
    bool readChunkList(Chunks& chunks);
    bool readChunk(Chunks& chunks);
    bool placeChunks(Chunks& chunks);

    Tensor& addTensor(const FlaxArray& array);
    /// Adds findings about the type and size of an array. Returns whether its values are known.
    bool check(const FlaxArray& array, std::uint64_t bytes, const Tensor& tensor);
    void addMetadata(MetadataValue value, std::uint64_t offset);
    /// Records that these bytes belong to an array. The bytes between arrays belong to the header.
    void claim(ByteRange data);
    void finish();

    bool refuse(const MsgpackFault& fault);
    void refuseTensor(const MsgpackFault& fault);
    bool stops() const { return m_work.stopped() || (m_fields && m_fields->done()); }

    /// Adds the bytes up to the current position as the next field.
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
    std::uint64_t m_headerBytes = 0; ///< excluding the stretch that is being read
    std::uint64_t m_headerBegin = 0; ///< start of the stretch after the last array
    std::uint64_t m_nameBytes = 0; ///< sum over all names so far
    std::uint64_t m_steps = 0;
};

} // namespace loupe::flax
