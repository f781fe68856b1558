#include "formats/hdf5/hdf5_walk.h"

#include "core/checked_math.h"
#include "formats/hdf5/hdf5_dataset.h"
#include "formats/hdf5/hdf5_driver.h"

#include <algorithm>
#include <map>

namespace loupe::hdf5 {

namespace {

constexpr std::size_t deepest = 100; // nested groups
constexpr std::uint64_t mostLinks = std::uint64_t{10} << 20; // per file
constexpr std::uint64_t mostChunks = std::uint64_t{4} << 20;
constexpr std::uint64_t mostAttributeBytes = std::uint64_t{32} << 20;

struct Link {
    std::string name;
    H5L_type_t type = H5L_TYPE_ERROR;
    haddr_t address = HADDR_UNDEF;
};

struct Links {
    std::vector<Link> list;
    std::uint64_t left = 0;
    bool cut = false;
    bool outOfMemory = false;
};

herr_t keepLink(hid_t, const char* name, const H5L_info_t* info, void* target)
{
    auto& links = *static_cast<Links*>(target);
    links.cut = links.left == 0;
    if (links.cut)
        return 1;
    --links.left;
    try { // an exception must not pass through the library
        links.list.push_back({name, info->type, info->type == H5L_TYPE_HARD ? info->u.address : HADDR_UNDEF});
    } catch (...) {
        links.outOfMemory = true;
        return 1;
    }
    return 0;
}

class Walker {
public:
    Walker(const Hdf5Resume& resume, const IsolatedSend& send)
        : m_resume(resume)
        , m_send(send)
    {
    }

    void run(const Hdf5Stream& stream, std::uint64_t claimedEnd, const IsolatedRead& read)
    {
        walkAll(stream, claimedEnd, read);
        sendHdf5(Hdf5RecordKind::End, Hdf5Text{}, m_send);
    }

private:
    using Seen = std::pair<const haddr_t, std::string>;

    void walkAll(const Hdf5Stream& stream, std::uint64_t claimedEnd, const IsolatedRead& read)
    {
        m_file = openHdf5(stream, claimedEnd, read);
        if (!m_file)
            return failed("", 0, "the file");
        const Hdf5Handle root(H5Gopen2(m_file, "/", H5P_DEFAULT));
        H5O_info_t info{};
        if (!root || H5Oget_info2(root, &info, H5O_INFO_BASIC) < 0)
            return failed("", 0, "the root group");
        const auto seen = m_seen.emplace(info.addr, std::string()).first;
        listAttributes(root, *seen);
        walkGroup(root, {}, 0);
        // Attributes come last, because damaged ones crash the library most often.
        for (const Seen* const object : m_withAttributes) {
            const auto& [address, path] = *object;
            sendHdf5(Hdf5RecordKind::Object, Hdf5Text{path, address, "attributes", {}}, m_send);
            if (crashed(m_resume.attributed, path, address, "the attributes"))
                continue;
            sendHdf5Attributes(Hdf5Handle(H5Oopen_by_addr(m_file, address)), path, m_attributeBytesLeft, m_send);
        }
    }

    void listAttributes(hid_t object, const Seen& seen)
    {
        H5O_info_t info{};
        if (H5Oget_info2(object, &info, H5O_INFO_NUM_ATTRS) < 0)
            failed(seen.second, seen.first, "the number of its attributes");
        else if (info.num_attrs > 0)
            m_withAttributes.push_back(&seen);
    }

    /// Whether `list` has the object. If so, sends a failure.
    bool crashed(
        const std::vector<std::uint64_t>& list, const std::string& path, std::uint64_t address, const char* what)
    {
        if (std::find(list.begin(), list.end(), address) == list.end())
            return false;
        sendHdf5(Hdf5RecordKind::Failure, Hdf5Text{path, address, what, "it crashes over that"}, m_send);
        return true;
    }

    void failed(const std::string& path, std::uint64_t address, const char* what)
    {
        sendHdf5(Hdf5RecordKind::Failure, Hdf5Text{path, address, what, hdf5Error()}, m_send);
    }

    void walkGroup(hid_t group, const std::string& path, std::size_t depth)
    {
        Links links;
        links.left = m_linksLeft;
        const herr_t done = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, keepLink, &links);
        m_linksLeft = links.left;
        if (links.outOfMemory)
            throw std::bad_alloc();
        if (done < 0)
            failed(path, 0, "the names in the group");
        if (links.cut)
            sendHdf5(Hdf5RecordKind::Cut, Hdf5Text{path, 0, "names", {}}, m_send);
        for (const Link& link : links.list)
            follow(group, link, path.empty() ? link.name : path + '/' + link.name, depth);
    }

    void follow(hid_t group, const Link& link, const std::string& path, std::size_t depth)
    {
        if (link.type != H5L_TYPE_HARD)
            return sendLink(group, link, path);
        const auto [seen, isNew] = m_seen.emplace(link.address, path);
        if (!isNew) {
            sendHdf5(Hdf5RecordKind::Alias, Hdf5Text{path, link.address, {}, seen->second}, m_send);
            return;
        }
        sendHdf5(Hdf5RecordKind::Object, Hdf5Text{path, link.address, {}, {}}, m_send);
        if (crashed(m_resume.objects, path, link.address, "the object"))
            return;
        const Hdf5Handle object(H5Oopen_by_addr(m_file, link.address));
        switch (object ? H5Iget_type(object) : H5I_BADID) {
        case H5I_GROUP:
            listAttributes(object, *seen);
            if (depth == deepest)
                sendHdf5(Hdf5RecordKind::Cut, Hdf5Text{path, link.address, "groups", {}}, m_send);
            else
                walkGroup(object, path, depth + 1);
            break;
        case H5I_DATASET:
            sendHdf5Dataset(object, path, link.address, m_chunksLeft, m_send);
            listAttributes(object, *seen);
            break;
        case H5I_DATATYPE:
            break;
        default:
            failed(path, link.address, "the object");
        }
    }

    /// Sends a link's target without following it: a target inside the file has its own name, and any other target is
    /// elsewhere.
    void sendLink(hid_t group, const Link& link, const std::string& path)
    {
        constexpr std::size_t longest = 4096;
        std::string value(longest, '\0');
        std::string target;
        if (H5Lget_val(group, link.name.c_str(), value.data(), value.size() - 1, H5P_DEFAULT) >= 0) {
            if (link.type == H5L_TYPE_SOFT) {
                target = value.substr(0, value.find('\0'));
            } else if (link.type == H5L_TYPE_EXTERNAL) {
                const char* file = nullptr;
                const char* object = nullptr;
                if (H5Lunpack_elink_val(value.data(), value.size(), nullptr, &file, &object) >= 0)
                    target = std::string(object) + " in " + file;
            }
        }
        const char* const kind = link.type == H5L_TYPE_SOFT ? "soft" : link.type == H5L_TYPE_EXTERNAL ? "external" : "";
        sendHdf5(Hdf5RecordKind::Link, Hdf5Text{path, 0, kind, target}, m_send);
    }

    const Hdf5Resume& m_resume;
    const IsolatedSend& m_send;
    Hdf5Handle m_file;
    std::map<haddr_t, std::string> m_seen; ///< objects by address, with their first paths
    std::vector<const Seen*> m_withAttributes; ///< items of m_seen, in the order of the walk
    std::uint64_t m_linksLeft = mostLinks;
    std::uint64_t m_chunksLeft = mostChunks;
    std::uint64_t m_attributeBytesLeft = mostAttributeBytes;
};

} // namespace

IsolatedLimits hdf5Limits(const Hdf5Stream& stream)
{
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    constexpr std::uint64_t mostSeconds = 60;
    constexpr std::uint64_t mostOutput = 512 * mebibyte;
    const std::uint64_t size = std::min(stream.size, stream.range.size()); // for a deflated member, its compressed size
    IsolatedLimits limits;
    limits.seconds = std::min(limits.seconds + size / mebibyte, mostSeconds);
    limits.output = size < mostOutput ? std::min(192 * mebibyte + 4 * size, mostOutput) : mostOutput;
    limits.asked = std::min(saturatingAdd(stream.size, 64 * mebibyte), limits.asked);
    limits.opensFiles = !stream.source.mapped() && !stream.source.isRemote();
    return limits;
}

void walkHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const Hdf5Resume& resume, const IsolatedSend& send,
    const IsolatedRead& read)
{
    std::uint64_t produced = 0;
    const IsolatedSend sendNew = [&](std::string_view record) {
        if (produced++ >= resume.records)
            send(record);
    };
    Walker(resume, sendNew).run(stream, claimedEnd, read);
}

} // namespace loupe::hdf5
