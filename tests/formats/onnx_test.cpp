#include "format_files.h"
#include "wire_bytes.h"

#include "core/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string tensor(std::string_view name, std::uint64_t type, std::initializer_list<std::uint64_t> shape)
{
    std::string message;
    for (const std::uint64_t dimension : shape)
        message += numberField(1, dimension);
    return message + numberField(2, type) + bytesField(8, name);
}

std::string external(std::string_view name, std::string_view location, std::string_view more = {})
{
    const auto entry = [](std::string_view key, std::string_view value) {
        return bytesField(13, bytesField(1, key) + bytesField(2, value));
    };
    return tensor(name, 1, {2}) + entry("location", location) + (more.empty() ? "" : entry("offset", more))
        + numberField(14, 1);
}

std::string graphOf(std::initializer_list<std::string> tensors)
{
    std::string graph = bytesField(2, "g");
    for (const std::string& initializer : tensors)
        graph += bytesField(5, initializer);
    return graph;
}

std::string modelOf(std::string_view graph)
{
    return numberField(1, 8) + bytesField(7, graph) + bytesField(8, numberField(2, 17));
}

std::vector<std::string> onnxNames(const Checkpoint& checkpoint)
{
    std::vector<std::string> list;
    for (const Tensor& tensor : checkpoint.tensors)
        list.emplace_back(tensor.name);
    return list;
}

std::string shown(const Checkpoint& checkpoint, std::string_view key)
{
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return value.shown();
    }
    return "no such key";
}

/// The bytes of all values; the error message if they cannot be read.
std::string onnxValues(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return elements.error().message;
    std::string bytes;
    Buffer scratch;
    const auto done = elements->visit(0, elements->count(), scratch, [&](std::span<const std::byte> values) {
        bytes.assign(reinterpret_cast<const char*>(values.data()), values.size());
    });
    return done ? bytes : done.error().message;
}

/// Tensor "a" of two F32 values, which are in another file at any path.
class OnnxCompanion : public testing::Test {
protected:
    OnnxCompanion()
    {
        fs::create_directories(m_folder.path() / "model/data");
        m_folder.write("outside.bin", "12345678");
        m_folder.write("model/data/inside.bin", "abcdefgh12345678");
    }
    std::shared_ptr<const Checkpoint> openWith(std::string_view location, std::string_view offset = {})
    {
        return open(m_folder.write("model/a.onnx", modelOf(graphOf({external("a", location, offset)}))));
    }
    TemporaryFolder m_folder;
};

} // namespace

TEST_F(OnnxCompanion, LiesInTheFolderOfTheModel)
{
    for (const char* const location : {"data/inside.bin", "./data//inside.bin"}) {
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "") << location;
        ASSERT_EQ(checkpoint->files.size(), 2U);
        EXPECT_EQ(checkpoint->files[1].path, m_folder.path() / "model/data/inside.bin");
        EXPECT_EQ(checkpoint->files[1].describedBy, 0U);
        EXPECT_EQ(checkpoint->files[1].tensorCount, 1U);
        EXPECT_EQ(checkpoint->tensors.at(0).file, 1U);
        EXPECT_EQ(onnxValues(checkpoint, 0), "abcdefgh");
        EXPECT_EQ(checkpoint->shardCount(), 1U);
        EXPECT_EQ(tileRegions(*checkpoint, 1).size(), 2U); // the tensor and what follows it
    }
    EXPECT_EQ(onnxValues(openWith("data/inside.bin", "8"), 0), "12345678");
}

TEST_F(OnnxCompanion, AnywhereElseIsNotFollowed)
{
    for (const char* const location : {"../outside.bin", "data/../../outside.bin", "/etc/passwd", "", "."}) {
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "companion-unsafe-path") << location;
        EXPECT_EQ(checkpoint->files.size(), 1U);
        ASSERT_EQ(checkpoint->tensors.size(), 1U);
        EXPECT_THAT(onnxValues(checkpoint, 0), HasSubstr("expected a path into the folder of this file: not followed"));
    }
}

TEST_F(OnnxCompanion, MayHaveAnyNameOfAFile)
{
    for (const char* const location : {"w:0", "data/c:inside.bin", "data\\inside.bin"}) {
        m_folder.write(std::string("model/") + location, "ABCDEFGH");
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "") << location;
        EXPECT_EQ(onnxValues(checkpoint, 0), "ABCDEFGH") << location;
    }
}

TEST_F(OnnxCompanion, LinksAreFollowedWithinTheFolderOnly)
{
    fs::create_symlink("../outside.bin", m_folder.path() / "model/out.bin");
    fs::create_symlink("data/inside.bin", m_folder.path() / "model/in.bin");
    fs::create_directory_symlink("..", m_folder.path() / "model/up");
    EXPECT_EQ(codes(*openWith("in.bin")), "");
    for (const char* const location : {"out.bin", "up/outside.bin"}) {
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "companion-missing") << location;
        EXPECT_THAT(checkpoint->findings.list()[0].message, HasSubstr("leads out of the folder"));
        EXPECT_FALSE(checkpoint->files[1].source);
        EXPECT_FALSE(checkpoint->files[1].missing);
        EXPECT_THAT(onnxValues(checkpoint, 0), HasSubstr("could not be opened"));
    }
}

/// The cache layout of huggingface_hub: a folder of links to files in one folder of blobs.
TEST_F(OnnxCompanion, AFolderOfLinksIsWhole)
{
    fs::create_directories(m_folder.path() / "blobs");
    fs::create_directories(m_folder.path() / "snapshot");
    m_folder.write("blobs/1", modelOf(graphOf({external("a", "weights")})));
    m_folder.write("blobs/2", "abcdefgh");
    fs::create_symlink("../blobs/1", m_folder.path() / "snapshot/a.onnx");
    fs::create_symlink("../blobs/2", m_folder.path() / "snapshot/weights");
    const auto checkpoint = open(m_folder.path() / "snapshot/a.onnx");
    EXPECT_EQ(codes(*checkpoint), "");
    EXPECT_EQ(onnxValues(checkpoint, 0), "abcdefgh");
}

TEST_F(OnnxCompanion, WhatIsNoFileIsAFinding)
{
    ASSERT_EQ(mkfifo((m_folder.path() / "model/pipe").c_str(), 0600), 0);
    for (const char* const location : {"pipe", "data", "nothing"}) {
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "companion-missing") << location;
        EXPECT_EQ(checkpoint->files[1].missing, location == std::string_view("nothing"));
        EXPECT_EQ(checkpoint->findings.list()[0].file, 1U);
        EXPECT_FALSE(checkpoint->findings.referenceAccepts());
    }
}

TEST_F(OnnxCompanion, ThatIsTheModelItselfIsAFinding)
{
    openWith("a.onnx");
    fs::create_symlink("a.onnx", m_folder.path() / "model/link");
    fs::create_hard_link(m_folder.path() / "model/a.onnx", m_folder.path() / "model/twin");
    for (const char* const location : {"a.onnx", "link", "twin"}) {
        const auto checkpoint = openWith(location);
        EXPECT_EQ(codes(*checkpoint), "companion-itself") << location;
        EXPECT_EQ(checkpoint->findings.list()[0].severity, Severity::Warning);
        EXPECT_EQ(checkpoint->findings.list()[0].file, 1U);
    }
}

TEST_F(OnnxCompanion, ThatEndsTooEarlyIsAFinding)
{
    const auto checkpoint = openWith("data/inside.bin", "12");
    EXPECT_EQ(codes(*checkpoint), "data-missing");
    EXPECT_EQ(checkpoint->findings.list()[0].file, 1U);
    EXPECT_EQ(checkpoint->findings.list()[0].offset, 12U);
    EXPECT_EQ(codes(*openWith("data/inside.bin", "18446744073709551615")), "data-missing");
    EXPECT_EQ(codes(*openWith("data/inside.bin", "-1")), "external-invalid");
}

/// Exporters may give the file one of PyTorch's suffixes.
TEST_F(OnnxCompanion, MayHaveTheNameOfAnotherFormat)
{
    fs::create_directories(m_folder.path() / "folder");
    m_folder.write("folder/a.onnx", modelOf(graphOf({external("a", "weights.bin")})));
    m_folder.write("folder/weights.bin", "abcdefgh");
    const auto checkpoint = open(m_folder.path() / "folder");
    EXPECT_EQ(codes(*checkpoint), "");
    EXPECT_EQ(checkpoint->files.size(), 2U);
}

TEST(Onnx, NamesLeadThroughNodesAndGraphs)
{
    const auto checkpoint = open(dataPath("onnx/graph.onnx"));
    EXPECT_EQ(codes(*checkpoint), "string-tensor sparse-tensor");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_THAT(onnxNames(*checkpoint),
        ElementsAre("const_out", "filled.value", "picked.else_branch.r2", "picked.then_branch.inner", "t.f32", "t.f64",
            "t.i8", "t.u16", "t.i16", "t.i32", "t.i64", "t.u32", "t.u64", "t.c64", "c128", "sp.values", "sp.indices",
            "Scale.k"));
    EXPECT_EQ(checkpoint->dtypeName(14), "C128");
}

/// Their values are compared with the manifest's, as for all samples.
TEST(Onnx, PlainNumbersOfConstantsAreTensors)
{
    const auto checkpoint = open(dataPath("onnx/constants.onnx"));
    EXPECT_EQ(codes(*checkpoint), "string-tensor string-tensor sparse-tensor");
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    EXPECT_THAT(onnxNames(*checkpoint),
        ElementsAre("one.float", "zero.float", "some.floats", "one.int", "zero.int", "some.ints", "sparse.values",
            "sparse.indices"));
    EXPECT_EQ(checkpoint->tensors[0].storage, nullptr);
    EXPECT_NE(checkpoint->tensors[2].storage, nullptr); // Python's onnx does not pack
    const auto packed = open(dataPath("onnx/constants-packed.onnx"));
    EXPECT_EQ(codes(*packed), "");
    const auto floats = std::ranges::find(packed->tensors, "packed.floats", &Tensor::name);
    ASSERT_NE(floats, packed->tensors.end());
    EXPECT_EQ(floats->storage, nullptr);
    EXPECT_EQ(floats->bytes.size(), 20U);
}

TEST(Onnx, InvalidListsOfConstantsAreReported)
{
    const auto opened = [](const std::string& attribute) {
        TemporaryFolder folder;
        const std::string node = bytesField(2, "c") + bytesField(4, "Constant") + bytesField(5, attribute);
        return open(folder.write("a.onnx", modelOf(bytesField(1, node))));
    };
    const std::string floats = bytesField(1, "value_floats");
    const std::string ints = bytesField(1, "value_ints");
    EXPECT_EQ(codes(*opened(floats)), "data-missing"); // as onnx.checker says
    EXPECT_EQ(codes(*opened(floats + bytesField(7, "123456"))), "size-mismatch");
    EXPECT_EQ(codes(*opened(ints + bytesField(8, std::string(20, '\xff')))), "protobuf-varint size-mismatch");
    const auto cut = opened(ints + bytesField(8, "\1\x80"));
    EXPECT_EQ(cut->tensors.at(0).shape[0], 1U);
    EXPECT_THAT(onnxValues(cut, 0), HasSubstr("middle of a number"));
    // With another wire type, protocol buffers skip the field.
    const auto other = opened(bytesField(1, "value_float") + numberField(2, 7));
    EXPECT_EQ(codes(*other), "");
    EXPECT_EQ(onnxValues(other, 0), std::string(4, '\0'));
}

TEST(Onnx, MetadataSaysWhatTheModelIs)
{
    const auto checkpoint = open(dataPath("onnx/graph.onnx"));
    EXPECT_EQ(shown(*checkpoint, "ir_version"), "8");
    EXPECT_EQ(shown(*checkpoint, "producer_name"), "tests");
    EXPECT_EQ(shown(*checkpoint, "model_version"), "3");
    EXPECT_EQ(shown(*checkpoint, "author"), "somebody");
    EXPECT_EQ(shown(*checkpoint, "metadata_props.ir_version"), "not the field");
    EXPECT_EQ(shown(*checkpoint, "opset_import"), R"({"ai.onnx":13,"custom.ops":2})");
    EXPECT_EQ(shown(*checkpoint, "graph.inputs"), R"({"x":"FLOAT [batch, 3, ?]"})");
    EXPECT_EQ(shown(*checkpoint, "graph.nodes"), "6");
    EXPECT_EQ(
        shown(*checkpoint, "graph.operators"), R"({"Constant":2,"ConstantOfShape":1,"Identity":1,"If":1,"Relu":1})");
    EXPECT_EQ(shown(*checkpoint, "functions"), R"(["custom.ops.Scale"])");
    EXPECT_EQ(shown(*open(dataPath("onnx/model.onnx")), "external_data"), R"({"weights.bin":null})");
}

TEST(Onnx, LongTextsStayInTheFile)
{
    TemporaryFolder folder;
    const std::string text(5000, 'x');
    const auto checkpoint = open(folder.write("a.onnx", bytesField(6, text) + modelOf(graphOf({}))));
    const auto& entry = checkpoint->metadata->front();
    EXPECT_EQ(entry.first, "doc_string");
    ASSERT_TRUE(entry.second.stored());
    EXPECT_EQ(entry.second.stored()->range(), (ByteRange{3, 5003}));
    EXPECT_EQ(*entry.second.text(), text);
}

TEST(Onnx, RegionsAreTensorsAndWhatIsBetweenThem)
{
    const auto checkpoint = open(dataPath("onnx/model.onnx"));
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor);
        position = region.range.end;
    }
    EXPECT_EQ(position, 540U);
    const auto weights = tileRegions(*checkpoint, 1);
    ASSERT_EQ(weights.size(), 2U);
    EXPECT_EQ(weights[0], (Region{{0, 4096}, RegionKind::Hole}));
    EXPECT_EQ(weights[1].range, (ByteRange{4096, 5120}));
}

TEST(Onnx, FieldsHaveTheNamesOfTheSpecification)
{
    const auto checkpoint = open(dataPath("onnx/model.onnx"));
    const auto fields = *findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, 540}, {});
    const auto at = [&](std::uint64_t begin) {
        const auto found = std::ranges::find(fields, begin, [](const HeaderField& f) { return f.range.begin; });
        return found == fields.end() ? "nothing" : found->label + " = " + found->value;
    };
    EXPECT_EQ(at(0), "ir_version = 8");
    EXPECT_EQ(at(2), "producer_name = fixture");
    EXPECT_EQ(at(11), "graph = 504 bytes");
    EXPECT_EQ(at(63), "raw_data = 48 bytes"); // the values begin at 65, as the manifest says
    EXPECT_EQ(fields.back().range.end, 540U);
    const auto few = *findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {60, 64}, {});
    EXPECT_LE(few.size(), 3U);
    EXPECT_EQ(few.back().label, "raw_data");
}

TEST(Onnx, CutAnywhereItIsAFinding)
{
    const std::string whole = readFile(dataPath("onnx/model.onnx"));
    const std::size_t needed = whole.rfind("B\x02\x10\x11"); // opset_import; the rest may be missing
    ASSERT_NE(needed, std::string::npos);
    TemporaryFolder folder;
    for (std::size_t size = 0; size < needed; ++size) {
        const auto checkpoint = open(folder.write("cut.onnx", whole.substr(0, size)));
        ASSERT_FALSE(checkpoint->findings.referenceAccepts()) << size;
        ASSERT_LE(checkpoint->tensors.size(), 14U);
        ASSERT_TRUE(findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, size}, {})) << size;
        fs::remove(folder.path() / "cut.onnx");
    }
}

TEST(Onnx, WhatDoesNotFitIsReported)
{
    const std::string two = std::string(8, 'x');
    const std::pair<std::string, const char*> faulty[] = {
        {tensor("a", 1, {3}) + bytesField(9, two), "size-mismatch"},
        {tensor("a", 1, {3}) + bytesField(4, two), "size-mismatch"},
        {tensor("a", 7, {3}) + bytesField(7, varint(1) + varint(2)), "size-mismatch"},
        {tensor("a", 1, {2}), "data-missing"},
        {tensor("a", 1, {2}) + bytesField(10, two), "values-field"},
        {tensor("a", 1, {2}) + bytesField(9, two) + bytesField(4, two), "values-ambiguous"},
        {tensor("a", 1, {~std::uint64_t{0}}) + bytesField(9, two), "tensor-invalid"},
        {tensor("a", 1, {std::uint64_t{1} << 62, 8}), "shape-overflow"},
        {tensor("a", 99, {2}) + bytesField(9, two), "dtype-unknown"},
        {tensor("a", 0, {2}) + bytesField(9, two), "tensor-invalid"},
        {bytesField(1, std::string(100, '\1')) + tensor("a", 1, {}), "tensor-invalid"},
    };
    TemporaryFolder folder;
    for (const auto& [message, code] : faulty) {
        const auto checkpoint = open(folder.write("a.onnx", modelOf(graphOf({message}))));
        EXPECT_EQ(codes(*checkpoint), code);
        EXPECT_EQ(checkpoint->findings.referenceAccepts(), code == std::string_view("dtype-unknown"));
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i)
            (void)onnxValues(checkpoint, i);
    }
}

/// Only reading the values shows how many there are.
TEST(Onnx, NumbersThatDoNotFitAreAnErrorOfReading)
{
    TemporaryFolder folder;
    const std::string fits = varint(1) + varint(300);
    const auto read = [&](std::uint64_t count, const std::string& numbers) {
        const std::string message = tensor("a", 7, {count}) + bytesField(7, numbers);
        return onnxValues(open(folder.write("a.onnx", modelOf(graphOf({message})))), 0);
    };
    EXPECT_EQ(read(2, fits), std::string("\1\0\0\0\0\0\0\0\x2c\1\0\0\0\0\0\0", 16));
    EXPECT_THAT(read(3, fits), HasSubstr("1 number too few"));
    EXPECT_THAT(read(1, fits), HasSubstr("more numbers"));
    EXPECT_THAT(read(2, std::string("\1\x80", 2)), HasSubstr("middle of a number"));
    EXPECT_THAT(read(2, std::string(11, '\xff') + '\1'), HasSubstr("10 bytes"));
}

TEST(Onnx, GraphsWithinGraphsEnd)
{
    std::string graph = graphOf({tensor("a", 1, {}) + bytesField(9, "abcd")});
    for (int i = 0; i < 3000; ++i)
        graph = bytesField(1, bytesField(5, bytesField(1, "b") + bytesField(6, graph)));
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("a.onnx", modelOf(graph)));
    EXPECT_EQ(codes(*checkpoint), "graph-depth");
    EXPECT_TRUE(checkpoint->tensors.empty());
    const auto fields =
        findFormatOf(*checkpoint)->headerFields(*checkpoint->files[0].source, {0, checkpoint->files[0].size()}, {});
    EXPECT_TRUE(fields);
}

TEST(Onnx, OtherProtocolBuffersAreNotTakenForIt)
{
    const auto match = [](const std::string& bytes) {
        return findFormat("onnx")->probe({.bytes = std::as_bytes(std::span(bytes)), .fileSize = bytes.size()});
    };
    EXPECT_EQ(match(modelOf(graphOf({}))), Match::Likely);
    EXPECT_EQ(match(""), Match::No);
    EXPECT_EQ(match(numberField(1, 1) + bytesField(2, std::string(3000, 'm'))), Match::No); // a SavedModel
    EXPECT_EQ(match(numberField(1, 4) + bytesField(2, "description") + bytesField(500, "layers")), Match::No);
    EXPECT_LT(match(modelOf(graphOf({})) + "\xff"), Match::Likely);
    EXPECT_EQ(match(std::string(64, '\x08')), Match::No);
}

} // namespace loupe::test
