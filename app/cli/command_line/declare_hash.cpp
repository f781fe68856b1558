#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/part_texts.h"
#include "app/cli/command_line/shared_options.h"
#include "app/cli/command_line/verb_table.h"
#include "app/cli/lists/listed.h"

#include <memory>

namespace loupe {

namespace {

std::vector<std::string> algorithmNames()
{
    std::vector<std::string> names;
    names.reserve(allDigestAlgorithms.size());
    for (const DigestAlgorithm algorithm : allDigestAlgorithms)
        names.emplace_back(digestAlgorithmName(algorithm));
    return names;
}

struct HashTexts {
    HashOptions hash;
    std::string algorithm;
    PartTexts part;

    HashOptions parsed() const
    {
        HashOptions options = hash;
        if (!algorithm.empty()) {
            options.algorithm = digestAlgorithmFromName(algorithm);
            if (!options.algorithm)
                throw CLI::ValidationError(
                    "--algorithm", "is \"" + algorithm + "\", expected one of " + listed(algorithmNames()));
        }
        if (options.paths.empty() && options.check.empty())
            throw CLI::RequiredError("PATH");
        if (!options.common.filterText.empty() && !options.tensors && !options.verify)
            throw CLI::ValidationError("--filter", "applies to tensors, expected --tensors or --verify");
        if (options.values && !options.tensors && options.check.empty())
            throw CLI::ValidationError("--values", "applies to tensors, expected --tensors or --check");
        if (options.check == "-" && (options.common.keyFile == "-" || options.common.passphraseFile == "-"))
            throw CLI::ValidationError("--check", "reads standard input, expected a file for the secret");
        if (options.verify && options.algorithm)
            throw CLI::ValidationError("--algorithm", "is stated in the file, expected no --algorithm with --verify");
        return filtered(std::move(options));
    }
};

constexpr VerbHelp hashHelp{{{{"model.safetensors", "the digest of the file"},
                                {"model.safetensors --tensors --algorithm sha256", "one digest per tensor"},
                                {"--check SHA256SUMS", "check files against a list of digests"}}},
    "0 done, or all digests match; 1 a digest does not match", FilterSubject::Tensors};

} // namespace

DeclaredVerb declareHash(CLI::App& program, CompletionHints& hints)
{
    const auto given = std::make_shared<HashTexts>();
    HashOptions& hash = given->hash;
    CLI::App* const verb = program.add_subcommand("hash", "Compute or verify digests of files or tensors");
    auto* const paths = verb->add_option("PATH", hash.paths, pathHelp)->transform(input());
    auto* const algorithm =
        verb->add_option("--algorithm", given->algorithm, listed(algorithmNames()) + " (default: xxh3-128)")
            ->type_name("NAME")
            ->transform(literal());
    hints.words[algorithm] = algorithmNames();
    auto* const tensors = verb->add_flag("--tensors", hash.tensors, "Hash each tensor");
    auto* const values = verb->add_flag("--values", hash.values,
        "With --tensors or --check: hash values in row-major, little-endian order; GGUF blocks are decoded to F32, "
        "codes "
        "and scales of other quantized weights are hashed separately");
    auto* const check =
        verb->add_option("--check", hash.check, "Check files against the digests in FILE; - for standard input")
            ->type_name("FILE")
            ->transform(literal())
            ->excludes(paths)
            ->excludes(tensors);
    verb->add_flag("--verify", hash.verify,
            "Verify the digests that files store for their tensors and a hub for its files; exits 1 on a mismatch")
        ->excludes(tensors)
        ->excludes(check)
        ->excludes(values);
    declarePart(*verb, given->part);
    for (const char* const other : {"--check", "--verify"})
        verb->get_option("--part")->excludes(verb->get_option(other));
    declareCommon(*verb, hash.common);
    return {verb, hashHelp, [given, verb] {
                HashOptions options = given->parsed();
                given->part.parseInto(*verb, options.common);
                return VerbOptions(std::move(options));
            }};
}

} // namespace loupe
