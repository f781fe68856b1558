// The libcurl functions that model/remote calls, loaded from the system's libcurl on first use. Linking it statically
// would need Kerberos, LDAP and others, which Debian does not provide as static libraries, and its TLS would age with
// the program.

#include <curl/curl.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

/// 7.87, the first version that does not change dots in paths.
constexpr unsigned oldestVersion = 0x075700;

/// Only reached by a command with an address, before it has written anything.
[[noreturn]] void refuse(const char* what)
{
    std::fprintf(stderr,
        "tloupe: an address is read by this machine's libcurl, expected libcurl.so.4 of version 7.87 or newer, %s; "
        "install it (Debian: libcurl4)\n",
        what);
    constexpr int failed = 3;
    std::_Exit(failed);
}

void* load()
{
    void* library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL); // Debian's second build
    if (!library)
        refuse("but there is none");
    const auto version = reinterpret_cast<decltype(&curl_version_info)>(dlsym(library, "curl_version_info"));
    if (!version || version(CURLVERSION_NOW)->version_num < oldestVersion)
        refuse("but that one is older");
    return library;
}

void* library()
{
    static void* const loaded = load();
    return loaded;
}

template <typename Function>
Function* real(const char* name)
{
    void* const found = dlsym(library(), name);
    if (!found)
        refuse("but that one lacks a function");
    return reinterpret_cast<Function*>(found);
}

} // namespace

// An option's value is a long, a curl_off_t or a pointer. The calling convention of 64-bit Linux passes all of them
// alike.
static_assert(sizeof(long) == sizeof(void*) && sizeof(curl_off_t) == sizeof(void*));

extern "C" {

void curl_easy_cleanup(CURL* handle)
{
    static auto* const function = real<decltype(curl_easy_cleanup)>("curl_easy_cleanup");
    function(handle);
}

#undef curl_easy_getinfo
CURLcode curl_easy_getinfo(CURL* handle, CURLINFO info, ...)
{
    std::va_list list;
    va_start(list, info);
    void* const target = va_arg(list, void*);
    va_end(list);
    static auto* const function = real<decltype(curl_easy_getinfo)>("curl_easy_getinfo");
    return function(handle, info, target);
}

CURL* curl_easy_init()
{
    static auto* const function = real<decltype(curl_easy_init)>("curl_easy_init");
    return function();
}

void curl_easy_reset(CURL* handle)
{
    static auto* const function = real<decltype(curl_easy_reset)>("curl_easy_reset");
    function(handle);
}

#undef curl_easy_setopt
CURLcode curl_easy_setopt(CURL* handle, CURLoption option, ...)
{
    std::va_list list;
    va_start(list, option);
    void* const value = va_arg(list, void*);
    va_end(list);
    static auto* const function = real<decltype(curl_easy_setopt)>("curl_easy_setopt");
    return function(handle, option, value);
}

const char* curl_easy_strerror(CURLcode code)
{
    static auto* const function = real<decltype(curl_easy_strerror)>("curl_easy_strerror");
    return function(code);
}

time_t curl_getdate(const char* text, const time_t* unused)
{
    static auto* const function = real<decltype(curl_getdate)>("curl_getdate");
    return function(text, unused);
}

CURLcode curl_global_init(long flags)
{
    static auto* const function = real<decltype(curl_global_init)>("curl_global_init");
    return function(flags);
}

void curl_free(void* pointer)
{
    static auto* const function = real<decltype(curl_free)>("curl_free");
    function(pointer);
}

CURLMcode curl_multi_add_handle(CURLM* multi, CURL* handle)
{
    static auto* const function = real<decltype(curl_multi_add_handle)>("curl_multi_add_handle");
    return function(multi, handle);
}

CURLMcode curl_multi_cleanup(CURLM* multi)
{
    static auto* const function = real<decltype(curl_multi_cleanup)>("curl_multi_cleanup");
    return function(multi);
}

CURLMsg* curl_multi_info_read(CURLM* multi, int* left)
{
    static auto* const function = real<decltype(curl_multi_info_read)>("curl_multi_info_read");
    return function(multi, left);
}

CURLM* curl_multi_init()
{
    static auto* const function = real<decltype(curl_multi_init)>("curl_multi_init");
    return function();
}

CURLMcode curl_multi_perform(CURLM* multi, int* running)
{
    static auto* const function = real<decltype(curl_multi_perform)>("curl_multi_perform");
    return function(multi, running);
}

CURLMcode curl_multi_poll(CURLM* multi, curl_waitfd* descriptors, unsigned count, int milliseconds, int* ready)
{
    static auto* const function = real<decltype(curl_multi_poll)>("curl_multi_poll");
    return function(multi, descriptors, count, milliseconds, ready);
}

CURLMcode curl_multi_remove_handle(CURLM* multi, CURL* handle)
{
    static auto* const function = real<decltype(curl_multi_remove_handle)>("curl_multi_remove_handle");
    return function(multi, handle);
}

#undef curl_multi_setopt
CURLMcode curl_multi_setopt(CURLM* multi, CURLMoption option, ...)
{
    std::va_list list;
    va_start(list, option);
    void* const value = va_arg(list, void*);
    va_end(list);
    static auto* const function = real<decltype(curl_multi_setopt)>("curl_multi_setopt");
    return function(multi, option, value);
}

CURLMcode curl_multi_wakeup(CURLM* multi)
{
    static auto* const function = real<decltype(curl_multi_wakeup)>("curl_multi_wakeup");
    return function(multi);
}

curl_slist* curl_slist_append(curl_slist* list, const char* text)
{
    static auto* const function = real<decltype(curl_slist_append)>("curl_slist_append");
    return function(list, text);
}

void curl_slist_free_all(curl_slist* list)
{
    static auto* const function = real<decltype(curl_slist_free_all)>("curl_slist_free_all");
    function(list);
}

CURLU* curl_url()
{
    static auto* const function = real<decltype(curl_url)>("curl_url");
    return function();
}

void curl_url_cleanup(CURLU* url)
{
    static auto* const function = real<decltype(curl_url_cleanup)>("curl_url_cleanup");
    function(url);
}

CURLUcode curl_url_get(CURLU* url, CURLUPart part, char** text, unsigned flags)
{
    static auto* const function = real<decltype(curl_url_get)>("curl_url_get");
    return function(url, part, text, flags);
}

CURLUcode curl_url_set(CURLU* url, CURLUPart part, const char* text, unsigned flags)
{
    static auto* const function = real<decltype(curl_url_set)>("curl_url_set");
    return function(url, part, text, flags);
}

curl_version_info_data* curl_version_info(CURLversion version)
{
    static auto* const function = real<decltype(curl_version_info)>("curl_version_info");
    return function(version);
}

} // extern "C"
