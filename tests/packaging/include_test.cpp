// Reads the #includes of every source and holds them against the layers that CONTRIBUTING.md draws: a step upward or
// sideways fails here before it becomes a habit.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
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
    bool definesFormat = false;
};

using Layers = std::vector<std::string>;

// Folder of a layer -> the layers whose headers it may include, by the first part of the include.
const std::map<std::string, Layers> allowedLayers{
    {"model/core", {"core"}},
    {"model/formats", {"core", "formats"}},
    {"model/analysis", {"core", "analysis"}},
    {"model/saving", {"core", "formats", "analysis", "saving"}},
    {"model/items", {"core", "formats", "analysis", "saving", "items"}},
    {"views", {"core", "formats", "analysis", "saving", "items", "views"}},
    {"app/window", {"core", "formats", "analysis", "saving", "items", "views", "app/window"}},
    {"app/cli", {"core", "formats", "analysis", "saving", "app/cli"}},
};

// Libraries that have one home each: what their headers begin with -> where they may stand.
struct Library {
    std::regex header;
    std::vector<std::string> homes; // prefixes of paths
};
const std::vector<Library> libraries{
    {std::regex("CLI/.*"), {"app/cli/"}},
    {std::regex("zlib.h"), {"model/formats/inflater.", "model/analysis/hasher."}},
    {std::regex("sodium.h"), {"model/formats/tensorizer_decryption."}},
    {std::regex("hdf5.h|H5.*"), {"model/formats/hdf5_"}},
    {std::regex("lz4.*|zstd.*"), {"model/formats/arrow_values."}},
    {std::regex("openssl/.*|xxh.*|re2/.*"), {"model/analysis/"}},
    {std::regex("hwy/.*"), {"model/analysis/", "model/saving/cast_kernels."}},
    {std::regex("tbb/.*|oneapi/.*"), {"model/analysis/parallel."}},
    {std::regex("simdjson.*|nlohmann/.*"), {}},
    {std::regex("QtCharts.*|QChart.*|QLegend.*|QBarSet|QAbstractAxis|Q.*Axis|Q.*Series"), {"views/histogram"}},
    {std::regex("QtWidgets.*|QtGui.*|QWidget|QIcon|QColor|QFont|QPixmap|QPalette"), {"views/", "app/window/"}},
    {std::regex("QtConcurrent.*|QFuture.*|QPromise|QThread.*"), {"model/items/"}},
    {std::regex("Q.*"), {"model/items/", "views/", "app/window/"}},
    {std::regex("thread|future"),
        {"model/core/", "model/formats/", "model/analysis/", "model/saving/ending_signals", "app/cli/"}},
};

std::vector<SourceFile> readSources()
{
    static const std::regex pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
    const fs::path root = LOUPE_SOURCE_DIR;
    std::vector<SourceFile> sources;
    for (const char* const folder : {"model", "views", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto suffix = entry.path().extension();
            if (suffix != ".h" && suffix != ".cpp")
                continue;
            SourceFile source{entry.path().lexically_relative(root).string(), {}};
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                std::smatch match;
                if (std::regex_search(line, match, pattern))
                    source.includes.push_back({match[2], match[1] == "\""});
                source.definesFormat |= line.starts_with("constinit const Format ");
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

// Where a file belongs: "model/core" of model/core/source.h; empty where it lies in no layer.
std::string layerOf(const std::string& path)
{
    for (const auto& [folder, allowed] : allowedLayers) {
        if (path.starts_with(folder + "/"))
            return folder;
    }
    return {};
}

TEST(Includes, everySourceLiesInALayer)
{
    EXPECT_THAT(sources(), testing::SizeIs(testing::Gt(20U)));
    for (const auto& source : sources())
        EXPECT_NE(layerOf(source.path), "") << source.path;
}

TEST(Includes, ourHeadersAreTakenFromLayersBelow)
{
    for (const auto& source : sources()) {
        const auto layer = allowedLayers.find(layerOf(source.path));
        if (layer == allowedLayers.end())
            continue;
        for (const auto& include : source.includes) {
            if (!include.quoted || include.target.ends_with(".moc"))
                continue;
            EXPECT_TRUE(std::any_of(layer->second.begin(), layer->second.end(),
                [&](const std::string& allowed) { return include.target.starts_with(allowed + "/"); }))
                << source.path << " includes \"" << include.target << "\"";
        }
    }
}

TEST(Includes, librariesStayInTheirHomes)
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

// A format's files, all that begin with its name, know what all formats share, never another format.
TEST(Includes, formatsDoNotKnowEachOther)
{
    const std::string folder = "model/formats/";
    std::vector<std::string> formats;
    for (const auto& source : sources()) {
        if (source.definesFormat)
            formats.push_back(fs::path(source.path).stem());
    }
    ASSERT_GE(formats.size(), 2);
    for (const auto& source : sources()) {
        for (const std::string& own : formats) {
            if (!source.path.starts_with(folder + own))
                continue;
            for (const auto& include : source.includes) {
                EXPECT_TRUE(std::none_of(formats.begin(), formats.end(),
                    [&](const std::string& other) {
                        return other != own && include.target.starts_with("formats/" + other);
                    }))
                    << source.path << " includes \"" << include.target << "\"";
            }
        }
    }
}

} // namespace
