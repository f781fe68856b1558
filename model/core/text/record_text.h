#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loupe {

/// Serializes the values of a result exactly, as words separated by spaces. Floats are the shortest text that reads
/// back as the same value, texts are percent-encoded after an apostrophe, and "-" marks an absent value.
class RecordWriter {
public:
    template <typename... Values>
    void operator()(const Values&... values)
    {
        (put(values), ...);
    }
    std::string take() { return std::move(m_text); }

private:
    void word(std::string_view text);
    template <typename T>
    requires std::is_floating_point_v<T>
    void put(T number);
    void put(std::string_view text);
    void put(const std::string& text) { put(std::string_view(text)); }
    void putUnsigned(std::uint64_t number);
    void putSigned(std::int64_t number);

    template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
    void put(T number)
    {
        if constexpr (std::is_enum_v<T>)
            putUnsigned(static_cast<std::uint64_t>(number));
        else if constexpr (std::is_signed_v<T>)
            putSigned(number);
        else
            putUnsigned(number);
    }
    template <typename T>
    void put(const std::optional<T>& maybe)
    {
        if (maybe)
            put(*maybe);
        else
            word("-");
    }
    template <typename T>
    void put(const std::vector<T>& list)
    {
        putUnsigned(list.size());
        for (const T& item : list)
            put(item);
    }
    template <typename T>
    requires std::is_class_v<T>
    void put(const T& object) { fields(*this, object); }

    std::string m_text;
};

/// Owns texts for those that only keep views of them.
using KeptTexts = std::set<std::string, std::less<>>;

/// Reads the output of RecordWriter. Safe for any input: after a failure, all values are still valid for their types.
class RecordReader {
public:
    /// `texts` owns the texts that string views refer to.
    RecordReader(std::string_view text, KeptTexts& texts)
        : m_rest(text)
        , m_texts(texts)
    {
    }
    template <typename... Values>
    void operator()(Values&... values)
    {
        (get(values), ...);
    }
    /// Reads an enumerator up to `last`.
    template <typename Choice>
    void choice(Choice& value, Choice last)
    {
        const std::uint64_t number = takeUnsigned(static_cast<std::uint64_t>(last));
        value = static_cast<Choice>(number);
    }
    bool failed() const { return m_failed; }
    void fail() { m_failed = true; }
    /// True if the whole text was read without a failure.
    bool finish() const { return !m_failed && m_rest.empty(); }

private:
    std::string_view next();
    bool takeAbsent();
    std::uint64_t takeUnsigned(std::uint64_t most);
    std::int64_t takeSigned();
    template <typename T>
    requires std::is_floating_point_v<T>
    void get(T& number);
    void get(bool& flag) { flag = takeUnsigned(1) == 1; }
    void get(std::string& text);
    void get(std::string_view& text);

    template <typename T>
    requires std::is_integral_v<T>
    void get(T& number)
    {
        if constexpr (std::is_signed_v<T>)
            number = static_cast<T>(takeSigned());
        else
            number = static_cast<T>(takeUnsigned(std::numeric_limits<T>::max()));
    }
    template <typename T>
    void get(std::optional<T>& maybe)
    {
        maybe.reset();
        if (!takeAbsent())
            get(maybe.emplace());
    }
    /// Each item takes at least one word, so the text's length bounds the number of items.
    template <typename T>
    void get(std::vector<T>& list)
    {
        list.clear();
        for (std::uint64_t left = takeUnsigned(m_rest.size()); left > 0 && !m_failed; --left)
            get(list.emplace_back());
    }
    template <typename T>
    requires std::is_class_v<T>
    void get(T& object) { fields(*this, object); }

    std::string_view m_rest;
    KeptTexts& m_texts;
    bool m_failed = false;
};

} // namespace loupe
