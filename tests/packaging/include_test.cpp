// Checks the #includes and namespaces of every source against the layers and rooms in CONTRIBUTING.md, so that an
// include of a higher layer or of another room fails here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Include {
    std::string target; // as written, without the brackets
    bool quoted = false;
};

struct SourceFile {
    std::string path; // from the root of the repository
    std::vector<Include> includes;
    std::set<std::string> namespaces; // without anonymous ones
};

using Layers = std::vector<std::string>;

// Maps the folder of a layer to the layers whose headers it may include, by the first part of the include.
const std::map<std::string, Layers> allowedLayers{
    {"model/core", {"core"}},
    {"model/formats", {"core", "formats"}},
    {"model/analysis", {"core", "analysis"}},
    {"model/reports", {"core", "analysis", "reports"}},
    {"model/remote", {"core", "remote"}},
    {"model/saving", {"core", "formats", "analysis", "saving"}},
    {"model/history", {"core", "formats", "analysis", "reports", "history"}},
    {"model/insight", {"core", "formats", "analysis", "insight"}},
    {"model/adapters", {"core", "formats", "analysis", "saving", "insight", "adapters"}},
    {"model/items", {"core", "formats", "analysis", "reports", "saving", "history", "insight", "adapters", "items"}},
    {"views", {"core", "formats", "analysis", "reports", "saving", "history", "insight", "adapters", "items", "views"}},
    {"app/completion", {"core", "formats", "analysis", "saving", "app/completion"}},
    {"app/window",
        {"core", "formats", "analysis", "reports", "saving", "history", "adapters", "items", "views", "app/completion",
            "app/window"}},
    {"app/cli",
        {"core", "formats", "remote", "analysis", "reports", "saving", "history", "insight", "adapters",
            "app/completion", "app/cli"}},
    {"app/portable", {"app/portable"}},
};

// Additional headers that individual sources may include: start-up code of the program, caches on disk, and the syntax
// of addresses.
const std::map<std::string, Layers> allowedHeaders{
    {"app/window/main.cpp", {"remote/network_files.h"}},
    {"model/history/figure_store.cpp", {"remote/cache/block_file.h"}},
    {"model/history/kept_figures.cpp", {"remote/cache/disk_cache.h"}},
    {"model/items/session/location.cpp", {"remote/address.h", "remote/hub/hub_address.h"}},
};

// Maps rooms of model/formats that serve several formats to the rooms that they may include. A format's own room may
// include all of these and itself. Only "opening" includes all formats.
const std::map<std::string, Layers> sharedFormatRooms{
    {"shared", {}},
    {"storages", {"shared"}},
    {"pickle", {"shared"}},
    {"numpy", {"shared", "storages"}},
    {"quantized", {"shared", "shards"}},
    {"shards", {"shared"}},
    {"zip", {"shared", "storages"}},
};
constexpr auto openingRoom = "opening";
// The only file that lists all formats.
constexpr auto registry = "model/formats/opening/registry.cpp";

constexpr std::size_t mostFilesInAFolder = 64;

// Libraries that may be used in only a few places: the prefix of their headers, and the allowed folders.
struct Library {
    std::regex header;
    std::vector<std::string> homes; // prefixes of paths
};
const std::vector<Library> libraries{
    {std::regex("CLI/.*"), {"app/cli/"}},
    {std::regex("zlib.h"),
        {"model/formats/zip/inflater.", "model/formats/torch/zero/zero_digests.", "model/analysis/digests/crc32."}},
    {std::regex("sodium.h"), {"model/formats/tensorizer/tensorizer_decryption."}},
    {std::regex("hdf5.h|H5.*"), {"model/formats/hdf5/"}},
    {std::regex("lz4.*"), {"model/formats/storages/decompression."}},
    {std::regex("zstd.*"), {"model/formats/storages/decompression.", "model/formats/torch/dcp/dcp_transform."}},
    {std::regex("curl/.*"), {"model/remote/", "app/portable/curl."}},
    {std::regex("xxh.*"), {"model/analysis/", "model/remote/cache/block_file."}},
    {std::regex("re2/.*"), {"model/analysis/"}},
    {std::regex("openssl/.*"), {"model/analysis/", "model/remote/s3/sha256."}},
    {std::regex("expat.h"), {"model/remote/s3/xml_reader."}},
    {std::regex("Eigen/.*"), {"model/analysis/linear_algebra/"}},
    {std::regex("hwy/.*"), {"model/analysis/", "model/saving/casting/cast_kernels.", "app/portable/highway."}},
    {std::regex("simdjson.*|nlohmann/.*"), {}},
    {std::regex("QtCharts.*|QChart.*|QLegend.*|QBarSet|QAbstractAxis|Q.*Axis|Q.*Series"),
        {"views/charts/", "views/histogram", "views/history", "views/spectrum"}},
    {std::regex("QtWidgets.*|QtGui.*|QWidget|QIcon|QColor|QFont|QPixmap|QPalette"), {"views/", "app/window/"}},
    {std::regex("QtConcurrent.*|QFuture.*|QPromise|QThread.*"), {"model/items/"}},
    {std::regex("Q.*"), {"model/items/", "views/", "app/window/"}},
    {std::regex("thread|future"),
        {"model/core/", "model/formats/", "model/remote/", "model/analysis/", "model/saving/writing/ending_signals",
            "app/cli/"}},
};

std::vector<SourceFile> readSources()
{
    static const std::regex pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
    static const std::regex opened("^\\s*(?:inline )?namespace ([\\w:]+) *\\{.*");
    const fs::path root = LOUPE_SOURCE_DIR;
    std::vector<SourceFile> sources;
    for (const char* const folder : {"model", "views", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto suffix = entry.path().extension();
            if (suffix != ".h" && suffix != ".cpp")
                continue;
            SourceFile source{entry.path().lexically_relative(root).string(), {}, {}};
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                std::smatch match;
                if (std::regex_search(line, match, pattern))
                    source.includes.push_back({match[2], match[1] == "\""});
                else if (std::regex_match(line, match, opened))
                    source.namespaces.insert(match[1]);
            }
            sources.push_back(std::move(source));
        }
    }
    return sources;
}

const std::vector<SourceFile>& sources()
{
    static const std::vector<SourceFile> all = readSources();
    return all;
}

// The layer of a file: "model/core" for model/core/source.h; empty if it is in none.
std::string layerOf(const std::string& path)
{
    for (const auto& [folder, allowed] : allowedLayers) {
        if (path.starts_with(folder + "/"))
            return folder;
    }
    return {};
}

TEST(Includes, EverySourceLiesInALayer)
{
    EXPECT_THAT(sources(), testing::SizeIs(testing::Gt(20U)));
    for (const auto& source : sources())
        EXPECT_NE(layerOf(source.path), "") << source.path;
}

TEST(Includes, OurHeadersAreTakenFromLayersBelow)
{
    for (const auto& source : sources()) {
        const auto layer = allowedLayers.find(layerOf(source.path));
        if (layer == allowedLayers.end())
            continue;
        const auto more = allowedHeaders.find(source.path);
        for (const auto& include : source.includes) {
            if (!include.quoted || include.target.ends_with(".moc"))
                continue;
            if (more != allowedHeaders.end() && std::ranges::count(more->second, include.target) > 0)
                continue;
            EXPECT_TRUE(std::any_of(layer->second.begin(), layer->second.end(),
                [&](const std::string& allowed) { return include.target.starts_with(allowed + "/"); }))
                << source.path << " includes \"" << include.target << "\"";
        }
    }
}

TEST(Includes, LibrariesStayInTheirHomes)
{
    for (const auto& source : sources()) {
        for (const auto& include : source.includes) {
            if (include.quoted)
                continue;
            const auto library = std::find_if(libraries.begin(), libraries.end(),
                [&](const Library& candidate) { return std::regex_match(include.target, candidate.header); });
            if (library == libraries.end())
                continue;
            EXPECT_TRUE(std::any_of(library->homes.begin(), library->homes.end(),
                [&](const std::string& home) { return source.path.starts_with(home); }))
                << source.path << " includes <" << include.target << ">";
        }
    }
}

// "gguf" of "model/formats/gguf/gguf_types.h" or "formats/gguf/gguf_types.h"; empty if it is not a folder of formats.
std::string formatRoom(std::string_view path)
{
    constexpr std::string_view folder = "formats/";
    const std::size_t begin = path.find(folder);
    const std::size_t end = begin == path.npos ? begin : path.find('/', begin + folder.size());
    return end == path.npos ? "" : std::string(path.substr(begin + folder.size(), end - begin - folder.size()));
}

// The kit and the colors are used by all rooms of the window, so they must not include any. The kit may use the colors.
TEST(Rooms, KitAndColorsKnowNoOtherRoomOfTheViews)
{
    const auto isIn = [](const std::string& path, const char* room) { return path.starts_with(room); };
    for (const auto& source : sources()) {
        const bool isKit = isIn(source.path, "views/kit/");
        if (!isKit && !isIn(source.path, "views/colors/"))
            continue;
        for (const auto& include : source.includes) {
            const bool isAllowed =
                isIn(include.target, "views/colors/") || (isKit && isIn(include.target, "views/kit/"));
            EXPECT_TRUE(isAllowed || !isIn(include.target, "views/"))
                << source.path << " includes \"" << include.target << "\"";
        }
    }
}

bool mayInclude(const std::string& room, const std::string& other)
{
    if (room == other || room == openingRoom)
        return true;
    const auto shared = sharedFormatRooms.find(room);
    return shared == sharedFormatRooms.end() ? sharedFormatRooms.contains(other)
                                             : std::ranges::find(shared->second, other) != shared->second.end();
}

TEST(Rooms, FormatsDoNotKnowEachOther)
{
    std::set<std::string> rooms;
    for (const auto& source : sources()) {
        if (!source.path.starts_with("model/formats/"))
            continue;
        const std::string room = formatRoom(source.path);
        EXPECT_NE(room, "") << source.path << " lies in no room";
        rooms.insert(room);
        for (const auto& include : source.includes) {
            const bool isOfFormats = include.quoted && include.target.starts_with("formats/");
            EXPECT_TRUE(!isOfFormats || mayInclude(room, formatRoom(include.target)))
                << source.path << " includes \"" << include.target << "\"";
        }
    }
    EXPECT_GT(rooms.size(), sharedFormatRooms.size() + 10);
}

TEST(Rooms, NoFormatIsKnownOutsideOfItsRoomButByTheRegistry)
{
    for (const auto& source : sources()) {
        if (source.path == registry)
            continue;
        for (const auto& include : source.includes) {
            const std::string room = include.target.starts_with("formats/") ? formatRoom(include.target) : "";
            const bool isFormat = !room.empty() && room != openingRoom && !sharedFormatRooms.contains(room);
            EXPECT_TRUE(!isFormat || source.path.starts_with("model/formats/" + room + "/"))
                << source.path << " includes \"" << include.target << "\"";
        }
    }
}

// Rooms of model/formats whose names are used widely, so they are in namespace loupe itself.
const std::set<std::string> commonFormatRooms{"shards", "shared", "storages", openingRoom};

TEST(Rooms, EachFormatHasANamespaceOfItsOwn)
{
    for (const auto& source : sources()) {
        if (!source.path.starts_with("model/formats/"))
            continue;
        const std::string room = formatRoom(source.path);
        const std::string expected = commonFormatRooms.contains(room) ? "loupe" : "loupe::" + room;
        EXPECT_THAT(source.namespaces, testing::ElementsAre(expected)) << source.path;
    }
}

TEST(Rooms, AreSmallEnoughToBeReadAtAGlance)
{
    std::map<std::string, std::size_t> files;
    for (const auto& source : sources())
        ++files[fs::path(source.path).parent_path().string()];
    for (const auto& [folder, count] : files)
        EXPECT_LE(count, mostFilesInAFolder) << folder;
}

} // namespace
