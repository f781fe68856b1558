// Compares the tokens of a tokenizer with the rows of the embedding. The files are written by hand in their libraries'
// formats.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "insight/model_checks.h"
#include "insight/token_files.h"

#include <gmock/gmock.h>

namespace loupe {
namespace {

using test::ModelHeader;

constexpr int rows = 100;

ModelHeader tokenModel()
{
    return test::llamaLike("llama", {8, 64, 4, 2, 16, 128, rows, 512});
}

/// {"t0": 0, "t1": 1, …}
std::string numbered(int tokens)
{
    nlohmann::json vocabulary;
    for (int i = 0; i < tokens; ++i)
        vocabulary["t" + std::to_string(i)] = i;
    return vocabulary.dump();
}

/// A tokenizer.json with the vocabulary `model` and one added token with the ID `added`.
std::string tokenizer(const std::string& model, int added)
{
    return R"({"version": "1.0", "added_tokens": [{"id": )" + std::to_string(added)
        + R"(, "content": "<s>", "special": true}], "model": {"type": "BPE", "vocab": )" + model
        + R"(, "merges": ["t0 t1"]}})";
}

/// A SentencePiece model: `tokens` messages in field 1, and the trainer's settings in field 2.
std::string sentencePieces(int tokens)
{
    std::string bytes;
    for (int i = 0; i < tokens; ++i)
        bytes += std::string("\x0a\x03\x0a\x01", 4) + 'a';
    return bytes + std::string("\x12\x02\x18\x01", 4);
}

std::string lines(int tokens)
{
    std::string text;
    for (int i = 0; i < tokens; ++i)
        text += "token\n";
    return text;
}

class TokenChecksTest : public testing::Test {
protected:
    std::vector<Finding> check(const ModelHeader& model)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(opened);
        return examineModel(**opened).findings.list();
    }

    test::TemporaryFolder folder;

private:
    int m_next = 0;
};

struct TokenCase {
    std::string name;
    ModelHeader model;
    std::string code; ///< of the only finding; empty for none
    Severity severity = Severity::Note;
    std::string said = {}; ///< part of the message
};

TEST_F(TokenChecksTest, FilesOfATokenizerAgainstTheEmbedding)
{
    using enum Severity;
    const std::string beyond = "tokens-beyond-embedding";
    const std::string special = "token-without-row";
    const std::string unigram = R"([["<unk>", 0.0], ["a", -1.5], ["b", -2.5]])";
    const std::vector<TokenCase> cases{
        {"as many", tokenModel().beside("tokenizer.json", tokenizer(numbered(rows), 3)), {}},
        {"fewer", tokenModel().beside("tokenizer.json", tokenizer(unigram, 3)), {}},
        {"one more", tokenModel().beside("tokenizer.json", tokenizer(numbered(rows + 1), 3)), beyond, Warning,
            "tokenizer.json has 101 tokens, but the embedding has 100 rows"},
        {"one more that was added", tokenModel().beside("tokenizer.json", tokenizer(numbered(rows), rows)), beyond,
            Note, "tokenizer.json adds tokens up to ID 100"},
        {"no tokenizer", tokenModel().beside("tokenizer.json", "[]"), {}},
        {"damaged", tokenModel().beside("tokenizer.json", tokenizer(numbered(rows + 9), 3).substr(0, 900)), {}},
        {"vocab.json", tokenModel().beside("vocab.json", numbered(rows + 2)), beyond, Warning, "vocab.json has 102"},
        {"vocab.txt", tokenModel().beside("vocab.txt", lines(rows) + "last"), beyond, Warning, "vocab.txt has 101"},
        {"vocab.txt as long", tokenModel().beside("vocab.txt", lines(rows)), {}},
        {"pieces", tokenModel().beside("tokenizer.model", sentencePieces(rows)), {}},
        {"more pieces", tokenModel().beside("tokenizer.model", sentencePieces(rows + 3)), beyond, Warning,
            "tokenizer.model has 103"},
        {"pieces of another format", tokenModel().beside("tokenizer.model", lines(rows + 3)), {}},
        {"added_tokens.json",
            tokenModel().beside("vocab.json", numbered(rows)).beside("added_tokens.json", R"({"<pad>": 100})"), beyond,
            Note, "added_tokens.json adds"},
        {"tokenizer_config.json",
            tokenModel()
                .beside("vocab.json", numbered(rows))
                .beside("tokenizer_config.json", R"({"added_tokens_decoder": {"0": {}, "104": {"content": "x"}}})"),
            beyond, Note, "up to ID 104"},
        {"ends of texts", tokenModel().set("eos_token_id", rows - 1).set("pad_token_id", -1), {}},
        {"an end beyond", tokenModel().set("eos_token_id", rows), special, Warning,
            "config.json: eos_token_id is 100, but the embedding has 100 rows"},
        {"one of several ends beyond",
            tokenModel().beside("generation_config.json", R"({"eos_token_id": [1, 2, 150], "bos_token_id": null})"),
            special, Warning, "generation_config.json: eos_token_id is 150"},
        {"padding beyond", tokenModel().set("pad_token_id", rows), special, Note, "pad_token_id is 100"},
    };
    for (const TokenCase& one : cases) {
        SCOPED_TRACE(one.name);
        const auto findings = check(one.model);
        if (one.code.empty()) {
            EXPECT_TRUE(findings.empty()) << findings.front().message;
            continue;
        }
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_EQ(findings.front().code, one.code);
        EXPECT_EQ(findings.front().severity, one.severity);
        EXPECT_THAT(findings.front().message, testing::HasSubstr(one.said));
    }
}

TEST_F(TokenChecksTest, MoreRowsThanTheConfigurationSaysCount)
{
    EXPECT_TRUE(check(tokenModel().beside("vocab.json", numbered(95))).empty()) << "rows may be padded";
    const auto findings = check(tokenModel().set("vocab_size", 90).beside("vocab.json", numbered(95)));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings.front().code, "config-contradicts");
}

TEST_F(TokenChecksTest, TokensOfGgufAreAsManyAsRows)
{
    const auto findingsOf = [](const std::string& tokens, const std::string& end) {
        static constexpr std::array<std::uint64_t, 2> shape{3, 64};
        Checkpoint checkpoint;
        checkpoint.tensors.push_back({.name = "token_embd.weight", .shape = shape, .bytes = {}});
        const auto json = MetadataValue::Kind::Json;
        checkpoint.metadata = Metadata{{"general.architecture", "llama"},
            {"tokenizer.ggml.tokens", MetadataValue(tokens, json, "ARRAY of STRING")},
            {"tokenizer.ggml.eos_token_id", MetadataValue(end, json, "UINT32")}};
        return examineModel(checkpoint).findings.list();
    };
    EXPECT_TRUE(findingsOf(R"(["<s>", "</s>", "a"])", "2").empty());
    const auto more = findingsOf(R"(["<s>", "</s>", "a", "b"])", "1");
    ASSERT_EQ(more.size(), 1U);
    EXPECT_EQ(more.front().severity, Severity::Error);
    EXPECT_THAT(
        more.front().message, testing::HasSubstr("tokenizer.ggml.tokens has 4 tokens, but the embedding has 3 rows"));
    const auto end = findingsOf(R"(["<s>", "</s>", "a"])", "3");
    ASSERT_EQ(end.size(), 1U);
    EXPECT_EQ(end.front().code, "token-without-row");
}

TEST_F(TokenChecksTest, StatedDType)
{
    EXPECT_TRUE(check(tokenModel().set("torch_dtype", "bfloat16")).empty());
    EXPECT_TRUE(check(tokenModel().set("dtype", "auto")).empty());
    for (const char* const name : {"float16", "torch.float16"}) {
        const auto findings = check(tokenModel().set("torch_dtype", name));
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_EQ(findings.front().code, "config-dtype");
        EXPECT_EQ(findings.front().severity, Severity::Note);
        EXPECT_THAT(findings.front().message, testing::HasSubstr("states the dtype F16, but most weights are BF16"));
    }
}

} // namespace
} // namespace loupe
