#include "bench/made_run.h"

#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {

namespace {

template <typename Number>
std::string bytesOfNumber(Number number)
{
    return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// Writes protocol 4 as Python does: every value that may be repeated is memoized, and repeated as a reference to its
/// memo number.
class Pickler {
public:
    Pickler() { m_bytes = "\x80\x04"; }

    std::string take() { return std::move(m_bytes) + '.'; }
    void raw(std::string_view opcodes) { m_bytes += opcodes; }
    void memoize()
    {
        m_bytes += '\x94';
        ++m_count;
    }
    void text(const std::string& text)
    {
        if (recall("t" + text))
            return;
        if (text.size() < 256)
            m_bytes += '\x8c' + std::string(1, static_cast<char>(text.size())) + text;
        else
            m_bytes += 'X' + bytesOfNumber(static_cast<std::uint32_t>(text.size())) + text;
        remember("t" + text);
    }
    void global(const std::string& module, const std::string& name)
    {
        const std::string key = "g" + module + ' ' + name;
        if (recall(key))
            return;
        text(module);
        text(name);
        m_bytes += '\x93';
        remember(key);
    }
    void number(std::uint64_t value)
    {
        if (value < 256)
            m_bytes += 'K' + std::string(1, static_cast<char>(value));
        else if (value < 65536)
            m_bytes += 'M' + bytesOfNumber(static_cast<std::uint16_t>(value));
        else if (value < 0x80000000U)
            m_bytes += 'J' + bytesOfNumber(static_cast<std::uint32_t>(value));
        else
            m_bytes += "\x8a\x08" + bytesOfNumber(value);
    }
    void size(std::uint64_t rows, std::uint64_t columns)
    {
        global("torch", "Size");
        number(rows);
        number(columns);
        m_bytes += '\x86';
        memoize();
        m_bytes += '\x85';
        memoize();
        m_bytes += 'R';
        memoize();
    }
    void beginObject(const std::string& module, const std::string& name)
    {
        global("torch.distributed.checkpoint." + module, name);
        m_bytes += ")\x81";
        memoize();
        m_bytes += '}';
        memoize();
        m_bytes += '(';
    }
    void endObject() { m_bytes += "ub"; }

private:
    bool recall(const std::string& key)
    {
        const auto known = m_memo.find(key);
        if (known == m_memo.end())
            return false;
        m_bytes += known->second < 256 ? 'h' + std::string(1, static_cast<char>(known->second))
                                       : 'j' + bytesOfNumber(known->second);
        return true;
    }
    void remember(const std::string& key)
    {
        m_memo.emplace(key, m_count);
        memoize();
    }

    std::string m_bytes;
    std::map<std::string, std::uint32_t> m_memo;
    std::uint32_t m_count = 0;
};

std::string nameOf(const MadeRun& run, std::uint64_t tensor)
{
    return tensor < run.denseTensors
        ? "dense." + std::to_string(tensor) + ".weight"
        : "model.layers." + std::to_string(tensor / 8) + ".block." + std::to_string(tensor % 8) + ".weight";
}

std::string fileOf(std::uint64_t rank)
{
    return "__" + std::to_string(rank) + "_0.distcp";
}

/// An archive of torch.save with one tensor: the bytes before and after its values.
struct Item {
    std::string before;
    std::string behind;
};

Item itemOf(const MadeRun& run)
{
    const auto number32 = [](std::uint64_t value) { return 'J' + bytesOfNumber(static_cast<std::uint32_t>(value)); };
    const auto text = [](const std::string& value) {
        return 'X' + bytesOfNumber(static_cast<std::uint32_t>(value.size())) + value;
    };
    const std::string pickle = "\x80\x02"
                               "ctorch._utils\n_rebuild_tensor_v2\nq\x01(("
        + text("storage") + "ctorch\nBFloat16Storage\n" + text("0") + text("cpu")
        + number32(run.pieceRows * run.columns) + "tQK" + std::string(1, '\0') + number32(run.pieceRows)
        + number32(run.columns) + "\x86" + number32(run.columns)
        + "K\x01\x86\x89"
          "ccollections\nOrderedDict\n)RtR.";
    Item item;
    std::string directory;
    std::uint64_t position = 0;
    std::uint16_t count = 0;
    const auto add = [&](const std::string& name, std::uint64_t size, const std::string& content) {
        // Values begin at a multiple of 64, as torch pads them.
        std::string extra;
        if (content.empty()) {
            const std::uint64_t begin = position + 30 + name.size() + 4;
            extra = "FB" + bytesOfNumber(static_cast<std::uint16_t>((64 - begin % 64) % 64));
            extra.resize(extra.size() + (64 - begin % 64) % 64, 'Z');
        }
        const auto size32 = static_cast<std::uint32_t>(size);
        const std::string common = bytesOfNumber(std::uint16_t{0}) + bytesOfNumber(std::uint16_t{0})
            + bytesOfNumber(std::uint16_t{0}) + bytesOfNumber(std::uint32_t{0}) + bytesOfNumber(std::uint32_t{0})
            + bytesOfNumber(size32) + bytesOfNumber(size32) + bytesOfNumber(static_cast<std::uint16_t>(name.size()));
        const std::string local = "PK\x03\x04" + bytesOfNumber(std::uint16_t{20}) + common.substr(0, 4)
            + bytesOfNumber(std::uint32_t{0}) + bytesOfNumber(std::uint32_t{0}) + bytesOfNumber(size32)
            + bytesOfNumber(size32) + bytesOfNumber(static_cast<std::uint16_t>(name.size()))
            + bytesOfNumber(static_cast<std::uint16_t>(extra.size())) + name + extra;
        directory += "PK\x01\x02" + bytesOfNumber(std::uint16_t{20}) + bytesOfNumber(std::uint16_t{20})
            + common.substr(0, 4) + bytesOfNumber(std::uint32_t{0}) + bytesOfNumber(std::uint32_t{0})
            + bytesOfNumber(size32) + bytesOfNumber(size32) + bytesOfNumber(static_cast<std::uint16_t>(name.size()))
            + std::string(12, '\0') + bytesOfNumber(static_cast<std::uint32_t>(position)) + name;
        (position < 1 << 16 ? item.before : item.behind) += local + content;
        position += local.size() + size;
        ++count;
    };
    add("archive/data.pkl", pickle.size(), pickle);
    add("archive/data/0", run.pieceBytes(), {});
    add("archive/version", 2, "3\n");
    item.behind += directory + "PK\x05\x06" + std::string(4, '\0') + bytesOfNumber(count) + bytesOfNumber(count)
        + bytesOfNumber(static_cast<std::uint32_t>(directory.size()))
        + bytesOfNumber(static_cast<std::uint32_t>(position)) + std::string(2, '\0');
    return item;
}

std::string metadataOf(const MadeRun& run, std::uint64_t itemBytes)
{
    Pickler pickler;
    pickler.beginObject("metadata", "Metadata");
    pickler.text("state_dict_metadata");
    pickler.raw("}");
    pickler.memoize();
    pickler.raw("(");
    for (std::uint64_t tensor = 0; tensor < run.tensors; ++tensor) {
        pickler.text(nameOf(run, tensor));
        pickler.beginObject("metadata", "TensorStorageMetadata");
        pickler.text("properties");
        pickler.global("torch.distributed.checkpoint.metadata", "TensorProperties");
        pickler.raw(")\x81");
        pickler.memoize();
        pickler.raw("(");
        pickler.global("torch", "bfloat16");
        pickler.raw("NNNNt");
        pickler.memoize();
        pickler.raw("b");
        pickler.text("size");
        pickler.size(run.ranks * run.pieceRows, run.columns);
        pickler.text("chunks");
        pickler.raw("]");
        pickler.memoize();
        pickler.raw("(");
        for (std::uint64_t rank = 0; rank < run.ranks; ++rank) {
            pickler.beginObject("metadata", "ChunkStorageMetadata");
            pickler.text("offsets");
            pickler.size(rank * run.pieceRows, 0);
            pickler.text("sizes");
            pickler.size(run.pieceRows, run.columns);
            pickler.endObject();
        }
        pickler.raw("e");
        pickler.endObject();
    }
    pickler.raw("u");
    pickler.text("storage_data");
    pickler.raw("}");
    pickler.memoize();
    pickler.raw("(");
    for (std::uint64_t rank = 0; rank < run.ranks; ++rank) {
        for (std::uint64_t tensor = 0; tensor < run.tensors; ++tensor) {
            pickler.beginObject("metadata", "MetadataIndex");
            pickler.text("fqn");
            pickler.text(nameOf(run, tensor));
            pickler.text("index");
            pickler.number(rank);
            pickler.text("offset");
            pickler.size(rank * run.pieceRows, 0);
            pickler.endObject();
            pickler.beginObject("filesystem", "_StorageInfo");
            pickler.text("relative_path");
            pickler.text(fileOf(rank));
            pickler.text("offset");
            pickler.number(tensor * itemBytes);
            pickler.text("length");
            pickler.number(itemBytes);
            pickler.endObject();
        }
    }
    pickler.raw("u");
    pickler.endObject();
    return pickler.take();
}

} // namespace

bool makeRun(const std::filesystem::path& folder, const MadeRun& run)
{
    std::filesystem::create_directories(folder);
    const Item item = itemOf(run);
    const std::uint64_t itemBytes = item.before.size() + run.pieceBytes() + item.behind.size();
    std::string values(run.pieceBytes(), '\0');
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i + 8 <= values.size(); i += 8) {
        const std::uint64_t bits = random() & 0x3fff3fff3fff3fff; // no NaN
        std::memcpy(values.data() + i, &bits, sizeof bits);
    }
    for (std::uint64_t rank = 0; rank < run.ranks; ++rank) {
        const std::filesystem::path path = folder / fileOf(rank);
        std::ofstream file(path, std::ios::binary);
        for (std::uint64_t tensor = 0; tensor < run.tensors; ++tensor) {
            const auto begin = static_cast<std::streamoff>(tensor * itemBytes);
            file.seekp(begin);
            file << item.before;
            if (tensor < run.denseTensors)
                file << values;
            file.seekp(begin + static_cast<std::streamoff>(item.before.size() + run.pieceBytes()));
            file << item.behind;
        }
        if (!file.flush())
            return false;
    }
    std::ofstream file(folder / ".metadata", std::ios::binary);
    file << metadataOf(run, itemBytes);
    return static_cast<bool>(file.flush());
}

} // namespace loupe::test
